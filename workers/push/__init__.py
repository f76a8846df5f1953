"""Web push: what somebody is asked, shown by their browsers."""
