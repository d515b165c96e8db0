"""What people decide and do in a workspace, once for all faces: the terminal and the desk in the browser call this.

Every action reads what it needs, holds the workspace's lock while it writes, and tells a :class:`Journal` what it found
and did. What is not possible as things stand raises WorkspaceError; what somebody else changed meanwhile, StaleError.
"""

from .journal import Journal, Notes, StaleError, refuse

__all__ = ["Journal", "Notes", "StaleError", "refuse"]
