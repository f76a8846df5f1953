"""A store as the last release left it that packed nothing: made by the code of the commit that its file is named for, with
``python -m tests.system.stored.keep`` (without Seafarers, which that module could not seat then). It is never changed."""
