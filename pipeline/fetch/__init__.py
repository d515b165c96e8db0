"""What is read from the web: tables, feeds, and whether sources still stand there; never from a private network.

Nothing here is asked unless a command says so. Requests take long to load, so this module re-exports addresses only.
"""

from .addresses import export_address, is_address

__all__ = ["export_address", "is_address"]
