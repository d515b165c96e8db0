"""The engine: chains judged, games played by the rules, recorded games replayed."""
