"""Checks proofs offline, with nothing but the standard library."""
