"""One witnessed log over all matches: the Merkle tree of their heads, and who has seen it. Pure: bytes in, bytes out.

The tree is that of RFC 6962; how it is published follows the specifications of c2sp.org (signed-note, tlog-checkpoint,
tlog-tiles, tlog-proof, tlog-cosignature, tlog-witness, tlog-policy). The page "The protocol", section "The witnessed log",
fixes what they leave open: what a leaf is.
"""
