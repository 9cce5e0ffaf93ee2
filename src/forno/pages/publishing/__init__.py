"""Messages to readers of a table: what each page and program is sent, step by step."""
