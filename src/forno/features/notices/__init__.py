"""Notices of tables that are played over days: by e-mail, webhook and web push."""
