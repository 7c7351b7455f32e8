"""Models in files: arrays of NumPy's and a header in JSON, validated when they are read.

A file has the parameters of a model (`parameters`, float32, or float16 to be short), and may have
what else training resumes from. Nothing is ever unpickled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import decode_text, whole_file, write_errors
from adversario.base.formats.arrays import Array, check_arrays, digest_arrays, read_npz
from adversario.base.formats.json_text import load_json
from adversario.base.formats.schema import (
    Anything,
    Flag,
    ListOf,
    Nullable,
    Real,
    Record,
    Text,
    Version,
    Whole,
    read_as,
)
from adversario.views.learned.model import Model
from adversario.views.learned.shape import MAX_ACTIONS, MAX_LAYERS, MAX_UNITS, Shape

FORMAT = "adversario-model-1"
HEADER = "header"

FIELDS: Record[dict[str, Any]] = Record(
    {
        "format": Version(FORMAT),
        "game": Text(empty=False),
        "code": Text(most=64),
        "shape": Record(
            {
                "inputs": Whole(1),
                "stages": Whole(1),
                "layers": ListOf(Whole(1, MAX_UNITS)),
                "outcomes": ListOf(Real()),
                "limit": Real(0),
                "unit": Real(0),
            },
            optional={"actions": Whole(0, MAX_ACTIONS), "rectified": Flag()},
        ),
        "about": Nullable(Anything()),
        "sha256": Text(),
    }
)
"""The header: `about` is how the model was trained, for people and for resuming."""


def write_model(
    model: Model, path: Path, about: Mapping[str, Any] | None = None, *, short: bool = False,
    more: Mapping[str, Any] | None = None,
) -> None:  # fmt: skip
    """Write a model to a file, atomically; `more` are arrays that training resumes from."""
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    parameters = model.parameters.astype(np.float16) if short else model.parameters
    arrays = {"parameters": parameters, **(more or {})}
    header = {
        "format": FORMAT, "game": model.game, "code": model.code, "shape": asdict(model.shape),
        "about": None if about is None else dict(about), "sha256": digest_arrays(arrays),
    }  # fmt: skip
    text = np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), np.uint8)
    write: Any = np.savez_compressed
    with write_errors(path), whole_file(path) as file:
        write(file, **{HEADER: text, **arrays})


def read_model(path: Path) -> Model:
    """The model of a file; raises InputError with what is wrong with it."""
    return read_trained(path)[0]


def read_trained(path: Path) -> tuple[Model, Any, dict[str, Any]]:
    """The model of a file, what its header says about the training, and the other arrays."""
    import numpy as np  # noqa: PLC0415

    arrays = read_npz(path)
    header = _header(path, arrays.pop(HEADER, None))
    if header["sha256"] != digest_arrays(arrays):
        raise InputError("arrays.damaged", file=path)
    given = header["shape"]
    if len(given["layers"]) > MAX_LAYERS:
        raise InputError("model.shape", layers="-".join(map(str, given["layers"])))
    shape = Shape(**given)
    parameters = arrays.pop("parameters", None)
    if parameters is None or parameters.dtype not in ("float16", "float32"):
        raise InputError("arrays.damaged", file=path)
    wanted = Array(str(parameters.dtype), (shape.stages, shape.stage_size))
    check_arrays({"parameters": wanted}, {"parameters": parameters}, path)
    parameters = np.ascontiguousarray(parameters, np.float32)
    parameters.flags.writeable = False
    return Model(header["game"], shape, parameters, header["code"]), header["about"], arrays


def _header(path: Path, array: Any) -> dict[str, Any]:
    if array is None or array.ndim != 1 or array.dtype != "uint8":
        raise InputError("arrays.damaged", file=path)
    return read_as(FIELDS, load_json(decode_text(array.tobytes(), path), str(path)), path)
