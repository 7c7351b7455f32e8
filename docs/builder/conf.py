"""Sphinx's configuration; the pages are staged, and the language is set, by `build.py`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from docstrings import setup  # noqa: E402, F401

import adversario  # noqa: E402

project = "Adversario"
author = copyright = "The Adversario authors"  # noqa: A001
release = version = adversario.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["_build"]

myst_heading_anchors = 4
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_class_signature = "mixed"
add_module_names = False
python_use_unqualified_type_names = True
default_role = "code"
highlight_language = "text"
suppress_warnings = ["misc.highlighting_failure"]  # a notation of this package is no language

html_theme = "furo"
html_title = "Adversario"
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
html_static_path = [str(Path(__file__).resolve().parent / "static")]
html_css_files = ["site.css"]
templates_path = [str(Path(__file__).resolve().parent / "templates")]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/languages.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
