"""Pages of the rules, and guided first games."""
