"""Numbers, accounts and addresses of the net."""
