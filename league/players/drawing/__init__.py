"""Drawings without a script: crests, boards, and the positions of the rules pages."""
