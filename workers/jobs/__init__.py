"""Jobs that read something sealed or finished for one viewer."""
