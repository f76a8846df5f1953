"""The pure core: rules of the games, chance, seals, the log and its proof.

Nothing in this package reads a clock, a file at play time, the environment, a network or a store. Data files of a game are
read once, at import, and are part of its rules (every match's log has their hash).
"""
