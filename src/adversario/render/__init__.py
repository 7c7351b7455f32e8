"""Drawings of game trees, maps, policies and exercise sheets: text, SVG and TikZ."""
