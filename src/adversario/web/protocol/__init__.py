"""What the browser and the server say to each other: every message, as frozen dataclasses.

`frontend/src/protocol.ts` is generated from this package (`python -m adversario.web.typescript`),
so the types that cross the wire are written once. A field with a default may be left out of a
request, and is left out of an answer. What is to be shown is a text already, as people write it
("-inf", "1/3", "(1, 2, 6)"); where a bar or a plot needs a number, there is a `number` or `share`
beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adversario.web.protocol.offers import (
    AlgorithmInfo,
    GameInfo,
    Hello,
    Limits,
    OpponentInfo,
    Option,
    Texts,
)
from adversario.web.protocol.positions import (
    ActionPayload,
    Analysis,
    BoardPayload,
    CellPayload,
    Chance,
    Line,
    Moved,
    MoveValue,
    ScoredPayload,
    Values,
    ViewPayload,
)
from adversario.web.protocol.requests import (
    AnalyseRequest,
    Cancel,
    CompareRequest,
    ExerciseRequest,
    GradeRequest,
    GrowthRequest,
    Head,
    HelloRequest,
    KeyRequest,
    MapRequest,
    MoveRequest,
    PlaceOrTree,
    PlacePayload,
    ProblemPayload,
    Resume,
    SearchRequest,
    SheetRequest,
    TextsRequest,
    TreeCheckRequest,
    TreeExportRequest,
    ValuesRequest,
    ViewRequest,
)
from adversario.web.protocol.trees import (
    Event,
    Search,
    StatisticsPayload,
    TreeNodePayload,
    TreePayload,
    Visits,
)
from adversario.web.protocol.words import (
    BoardKind,
    Bound,
    Difficulty,
    ErrorCode,
    EventKind,
    ExportFormat,
    Language,
    LeafKind,
    Mistake,
    NodeKind,
    OptionKind,
    Part,
    Phase,
    Topic,
)
from adversario.web.protocol.work import (
    Asked,
    Comparison,
    ExerciseKey,
    ExercisePayload,
    Exported,
    GradePayload,
    Growth,
    Map,
    MapCell,
    Row,
    Series,
    Sheet,
    TreeChecked,
)

__all__ = [
    "EXCHANGES",
    "ActionPayload",
    "AlgorithmInfo",
    "AnalyseRequest",
    "Analysis",
    "Asked",
    "BoardKind",
    "BoardPayload",
    "Bound",
    "Cancel",
    "CellPayload",
    "Chance",
    "CompareRequest",
    "Comparison",
    "Difficulty",
    "ErrorCode",
    "Event",
    "EventKind",
    "Exchange",
    "ExerciseKey",
    "ExercisePayload",
    "ExerciseRequest",
    "ExportFormat",
    "Exported",
    "GameInfo",
    "GradePayload",
    "GradeRequest",
    "Growth",
    "GrowthRequest",
    "Head",
    "Hello",
    "HelloRequest",
    "KeyRequest",
    "Language",
    "LeafKind",
    "Limits",
    "Line",
    "Map",
    "MapCell",
    "MapRequest",
    "Mistake",
    "MoveRequest",
    "MoveValue",
    "Moved",
    "NodeKind",
    "OpponentInfo",
    "Option",
    "OptionKind",
    "Part",
    "Phase",
    "PlaceOrTree",
    "PlacePayload",
    "ProblemPayload",
    "Resume",
    "Row",
    "ScoredPayload",
    "Search",
    "SearchRequest",
    "Series",
    "Sheet",
    "SheetRequest",
    "StatisticsPayload",
    "Texts",
    "TextsRequest",
    "Topic",
    "TreeCheckRequest",
    "TreeChecked",
    "TreeExportRequest",
    "TreeNodePayload",
    "TreePayload",
    "Values",
    "ValuesRequest",
    "ViewPayload",
    "ViewRequest",
    "Visits",
]


class Exchange(NamedTuple):
    """A kind of request: what is asked, what comes meanwhile (if anything), what comes last."""

    request: type
    result: type
    update: type | None = None


EXCHANGES: Mapping[str, Exchange] = {
    "hello": Exchange(HelloRequest, Hello),
    "texts": Exchange(TextsRequest, Texts),
    "view": Exchange(ViewRequest, ViewPayload),
    "move": Exchange(MoveRequest, Moved, Analysis),
    "analyse": Exchange(AnalyseRequest, Analysis, Analysis),
    "values": Exchange(ValuesRequest, Values, MoveValue),
    "search": Exchange(SearchRequest, Search),
    "tree.check": Exchange(TreeCheckRequest, TreeChecked),
    "tree.export": Exchange(TreeExportRequest, Exported),
    "exercise": Exchange(ExerciseRequest, ExercisePayload),
    "exercise.grade": Exchange(GradeRequest, GradePayload),
    "exercise.key": Exchange(KeyRequest, ExerciseKey),
    "exercise.sheet": Exchange(SheetRequest, Sheet),
    "compare": Exchange(CompareRequest, Comparison, Row),
    "growth": Exchange(GrowthRequest, Growth, Growth),
    "map": Exchange(MapRequest, Map),
}
"""Every kind of request. Each has `id`, `type` and perhaps `lang` besides its own fields."""
