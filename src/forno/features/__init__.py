"""Features on top of live tables: model, page and routes of each in one folder."""
