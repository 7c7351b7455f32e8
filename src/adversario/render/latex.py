"""Any text as LaTeX, in ASCII, so that it compiles whatever the document's encoding and fonts."""

from __future__ import annotations

import re
import unicodedata

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",  # a shorthand character in several languages of babel
    "…": r"\dots{}",
    "–": "--",
    "—": "---",
    "‘": "`",
    "’": "'",
    "¿": r"\textquestiondown{}",
    "¡": r"\textexclamdown{}",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "ı": r"\i{}",
    "\N{NO-BREAK SPACE}": "~",
}

_MATH = {
    "−": "-",
    "∞": r"\infty",
    "≤": r"\le",
    "≥": r"\ge",
    "≈": r"\approx",
    "≠": r"\ne",
    "±": r"\pm",
    "×": r"\times",
    "·": r"\cdot",
    "°": r"^\circ",
    "→": r"\rightarrow",
    "←": r"\leftarrow",
    "↑": r"\uparrow",
    "↓": r"\downarrow",
    "♠": r"\spadesuit",
    "♥": r"\heartsuit",
    "♦": r"\diamondsuit",
    "♣": r"\clubsuit",
}

_NUMERIC = re.compile(r"[-0-9.,/()\[\] ∞≤≥≈<>=αβ]+")

_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)


def _greek(name: str) -> str:
    """The Greek letter of a LaTeX command; Unicode spells one of them LAMDA."""
    size = "CAPITAL" if name.istitle() else "SMALL"
    return unicodedata.lookup(f"GREEK {size} LETTER {name.upper().replace('MBD', 'MD')}")


_MATH |= {_greek(name): f"\\{name}" for name in _LETTERS.split()}

_ACCENTS = {
    "\u0300": "\\`",
    "\u0301": "\\'",
    "\u0302": "\\^",
    "\u0303": "\\~",
    "\u0304": "\\=",
    "\u0306": "\\u",
    "\u0307": "\\.",
    "\u0308": '\\"',
    "\u030a": "\\r",
    "\u030b": "\\H",
    "\u030c": "\\v",
    "\u0323": "\\d",
    "\u0327": "\\c",
}


def latex(words: str) -> str:
    """The words for LaTeX's text mode.

    Characters that LaTeX has no command for appear by their code point, as U+6F22.
    """
    return "".join(_escape(char) for char in unicodedata.normalize("NFC", words))


def typeset(words: str) -> str:
    """Numbers, tuples, windows and inequalities in math mode, anything else as text."""
    if not _NUMERIC.fullmatch(words):
        return latex(words)
    return "$" + "".join(f"{_MATH[c]} " if c in _MATH else c for c in words) + "$"


def _escape(char: str) -> str:
    if char in _SPECIAL:
        return _SPECIAL[char]
    if char.isascii():
        return char
    if char in _MATH:
        return f"${_MATH[char]}$"
    return _accent(char) or f"U+{ord(char):04X}"


def _accent(char: str) -> str:
    """A letter with one accent; empty for anything else."""
    letter, *accents = list(unicodedata.normalize("NFD", char))
    if letter.isascii() and len(accents) == 1 and accents[0] in _ACCENTS:
        return f"{_ACCENTS[accents[0]]}{{{letter}}}"
    return ""
