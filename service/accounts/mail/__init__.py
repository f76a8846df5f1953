"""Mail of an account: its address, preferences, budgets, bounces, links that letters carry."""
