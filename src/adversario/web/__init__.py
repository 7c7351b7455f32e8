"""The web app: a local server that plays, analyses and explains in the browser."""
