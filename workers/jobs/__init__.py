"""Jobs for one viewer: reading standing orders back, recalling sealed moves, replaying matches."""
