"""Words for what somebody is."""
