"""One server: its tables, bots, settings, metrics, and the cluster it belongs to. No HTTP."""
