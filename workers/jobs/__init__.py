"""Jobs for one viewer: standing orders read back, sealed moves recalled, matches played again."""
