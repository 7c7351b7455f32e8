"""Sealed texts: what a page keeps for the server without being able to read or change it.

A game with hidden information is kept by the page, so that the server needs no memory of it and a
lost connection loses nothing. The page must not know the cards of others: the text is encrypted (by
a keystream of SHAKE-256) and authenticated (by BLAKE2b) with a key that each server draws for
itself, and padded, so that its length says little.
"""

from __future__ import annotations

import json
import os
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import blake2b, shake_256
from hmac import compare_digest
from typing import Any

from adversario.base.errors import InputError

VARIABLE = "ADVERSARIO_SEAL"
"""The environment variable with the key, which the server sets for its processes."""

KEY = bytes.fromhex(os.environ.get(VARIABLE) or secrets.token_hex(32))

NONCE, TAG, PADDING = 16, 16, 4096


def seal(value: Any) -> str:
    """The value, which must have a JSON form, as a sealed text."""
    plain = json.dumps(value).encode()
    plain += b" " * (-len(plain) % PADDING)
    nonce = secrets.token_bytes(NONCE)
    body = _cipher(nonce, plain)
    return urlsafe_b64encode(nonce + _tag(nonce, body) + body).decode()


def unseal(text: str) -> Any:
    """The value of a sealed text; InputError if this server did not seal it."""
    try:
        whole = urlsafe_b64decode(text.encode("ascii"))
    except ValueError:
        raise InputError("web.seal") from None
    nonce, tag, body = whole[:NONCE], whole[NONCE : NONCE + TAG], whole[NONCE + TAG :]
    if not compare_digest(tag, _tag(nonce, body)):
        raise InputError("web.seal")
    return json.loads(_cipher(nonce, body))


def _cipher(nonce: bytes, data: bytes) -> bytes:
    stream = shake_256(KEY + nonce).digest(len(data))
    mixed = int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")
    return mixed.to_bytes(len(data), "big")


def _tag(nonce: bytes, body: bytes) -> bytes:
    return blake2b(nonce + body, key=KEY, digest_size=TAG).digest()
