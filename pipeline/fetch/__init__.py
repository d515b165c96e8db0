"""Tables from the web: only when an address is named, and never from inside a private network.

The download itself is in ``download``, which takes long to load.
"""

from .addresses import export_address, is_address

__all__ = ["export_address", "is_address"]
