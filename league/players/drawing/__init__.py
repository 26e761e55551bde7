"""Drawings without a script: crests, boards, and the positions on rules pages."""
