"""Reads datasets as they occur in practice, and reports how each was read."""

from .figures import to_number
from .notes import Unreadable
from .reader import read
from .results import show_table

__all__ = ['Unreadable', 'read', 'show_table', 'to_number']
