"""Optional parts of a game: capabilities, one file each, and the checker.

Capabilities are structural. A plain class that defines `is_quiet` has `Quiescent`; there is nothing
to import and no base class to add. `capabilities.CAPABILITIES` lists them all.
"""
