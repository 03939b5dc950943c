"""The documents that questions are answered with.

Written by ``generate.py``; changes are made in the questions.
"""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict


class Analysis(TypedDict):
    """A value and what is known about it. Fields that a kind of value does not have are `None`."""

    expression: str
    """The text as given."""
    name: NotRequired[str | None]
    """The name that the value was given."""
    warnings: list[str]
    """What the writer should know about how the text was read, and what is left out."""
    canonical: str
    """The simplest form."""
    kind: Kind
    """What kind of value it is."""
    outcome: str
    """Who wins: L, R, N or P; for a game that is drawn, how it ends after each start."""
    mean: Dyadic | None
    """The mean value; `None` if the walls never meet or are not known well enough."""
    no_mean: str | None
    """Why there is no mean, where there is none."""
    temperature: Dyadic | None
    """The temperature; `None` where there is no mean. For loopy games counted from 0 up."""
    left_stop: PseudoNumber | None
    """What Left reaches, starting."""
    right_stop: PseudoNumber | None
    """What Right reaches, starting."""
    atomic_weight: str | None
    """The atomic weight, where one was found."""
    no_atomic_weight: str | None
    """Why there is no atomic weight: only infinitesimals have one, or none was found."""
    uptimal: str | None
    """The uptimal that the value is, if it is one: a number, powers of up, a nimber."""
    reduced: str | None
    """The reduced canonical form: the simplest game that differs by an infinitesimal."""
    birthday: int | None
    """The day on which the value is born."""
    left_options: list[str]
    """Left's canonical options."""
    right_options: list[str]
    """Right's canonical options."""
    components: list[ComponentMoves]
    """The moves in each component of a sum of short games; a value by itself is one component."""
    left_incentives: list[str]
    """Left's undominated incentives."""
    right_incentives: list[str]
    """Right's undominated incentives."""
    chilled: str | None
    """The value cooled by 1."""
    frozen: str | None
    """The value cooled by its temperature."""
    onside: str | None
    """The onside of a value whose sides differ."""
    offside: str | None
    """The offside of a value whose sides differ."""
    komaster: Komaster | None
    """The thermographs of a form whose only loops are kos, for either player as komaster."""
    thermograph: Thermograph
    """The thermograph, or the lower bound of it."""
    thermograph_upper: Thermograph | None
    """The upper bound of the thermograph, where it is not known exactly."""


class AnnotateAnswer(TypedDict):
    """Games, move by move."""

    games: list[GameAnswer]


class AnnotatedMove(TypedDict):
    """A move of the endgame."""

    move: str
    san: str
    verdict: Verdict
    only: bool
    duals: list[str]
    """Others that keep the result."""


class BuildPlanAnswer(TypedDict):
    """What building takes, and whether this machine has it."""

    possible: bool
    why: NotRequired[str | None]
    """Why not."""
    positions: int
    """Positions of the class itself, of both sides to move."""
    classes: int | None
    """Classes that would be solved: those below it too."""
    memory_bytes: int | None
    disk_bytes: int | None


class BuiltRights(TypedDict):
    """A class whose positions with castling rights were built."""

    name: str
    seconds: float
    bytes: int


class BuiltTable(TypedDict):
    """A class that was built."""

    name: str
    metrics: list[str]
    positions: int
    """Positions of both sides to move."""
    seconds: float
    bytes: int


class CastlingAnswer(TypedDict):
    wtm: TallyAnswer
    """White first, no en passant right."""
    ep: EnPassantAnswer
    """With an en passant right as well."""


class CatalogueAnswer(TypedDict):
    """Which values occur."""

    files: int
    """The most files."""
    rows: int
    """The rows of the board."""
    components: int
    """The number of components."""
    kinds: dict[str, int]
    """How many components have a value of each kind, or none."""
    values: list[CatalogueValue]
    """The values, those of smaller components first."""


class CatalogueValue(TypedDict):
    """A value."""

    value: str
    """Its canonical form."""
    kind: str
    """Its kind."""
    count: int
    """How many components have it."""
    example: str
    """The smallest of them: the squares of White's pawns and, behind a stroke, of Black's."""
    fen: str
    """The same as ranks of a board that has only its files."""


class CensusEnPassantAnswer(TypedDict):
    """Zugzwangs with an en passant right, by type."""

    wtm: dict[str, int]
    """White first."""
    btm: dict[str, int]
    """Black first; nothing where the forces are equal."""


class CensusPlanAnswer(TypedDict):
    """What the census takes of the processor."""

    classes: int
    """Classes to be solved, with those that the wanted ones lead to."""
    positions: int
    """Their positions with one side to move."""
    memory_bytes: int
    disk_bytes: int
    """The most that is kept in the folder at once."""
    seconds: float
    """An estimate."""


class CheckAnswer(TypedDict):
    """Studies, move by move."""

    studies: list[CheckedStudy]


class CheckedMove(TypedDict):
    """A move of the side that has to win or draw."""

    move: str
    """With its number."""
    san: str
    fen: str
    """The position before it."""
    depth: int
    """0 in the main line, 1 in its variations, and so on."""
    verdict: Verdict
    only: bool
    """Whether it is the only one that keeps the result."""
    duals: list[str]
    """Others that keep it and lead elsewhere."""
    transpositions: list[str]
    """Others that come to the same position later in the line."""
    wastes_of_time: list[str]
    """Others after which the enemy can force a position that was there before."""


class CheckedStudy(TypedDict):
    """A study."""

    name: str
    """The tags that name it."""
    fen: str
    claim: str
    """What is claimed: 1-0, 0-1 or 1/2-1/2."""
    claim_holds: bool | None
    """Whether the first position has that value; nothing where nobody knows."""
    final_holds: bool | None
    """Whether the last position of the main line has it."""
    sound: bool
    """No dual in the main line, and the claim holds."""
    moves: list[CheckedMove]


class CheckedTable(TypedDict):
    """What came of holding positions to their successors."""

    wtm: int
    """Positions with White to move that follow from their successors."""
    btm: int
    """The same with Black to move."""
    moves: int
    """Moves that were looked at."""
    wrong: int
    """Positions that do not follow from their successors."""
    example: NotRequired[str | None]
    """What is wrong with one of them."""


class ClassAnswer(TypedDict):
    """The zugzwangs of a class."""

    name: str
    A1: int
    A2: int
    A3: int
    A4: int
    A5: int
    A6: int
    mirrored_A2: int
    """A2 that merely mirror A1, for equal forces."""
    ep: CensusEnPassantAnswer
    """Those with an en passant right; the types above count those without, A4 to A6 have all of them."""
    seconds: float
    positions: NotRequired[str | None]
    """The file of the positions."""


class ComponentMove(TypedDict):
    """One move in a sum."""

    to: str
    """What the component becomes."""
    wins: bool
    """Whether whoever makes it wins the whole sum."""
    orthodox: bool
    """Whether it loses nothing at the temperature of the sum's hottest component."""


class ComponentMoves(TypedDict):
    """The moves in one component of a sum."""

    component: str
    """The component's canonical form."""
    mean: Dyadic
    """Its mean."""
    temperature: Dyadic
    """Its temperature."""
    left: list[ComponentMove]
    """Left's moves in it, by canonical options."""
    right: list[ComponentMove]
    """Right's moves in it."""


class ConvertedTable(TypedDict):
    """A table that was written anew."""

    name: str
    bytes_before: int
    """Bytes of the old file."""
    bytes: int
    """Bytes of the new file."""
    seconds: float


class CountedClass(TypedDict):
    """The positions of a class."""

    name: str
    count: int
    """All of them."""
    wtm: int
    """White to move; where both sides have the same men, also what is Black to move with the colours
    exchanged."""
    btm: int
    """Black to move."""
    castling: int
    """Those with a castling right."""
    en_passant: int
    """Those with an en passant right."""
    rights: list[CountedRights]
    """By rights."""


class CountedRights(TypedDict):
    """The positions of a class with one side to move and given rights."""

    turn: str
    """`w` or `b`."""
    castling: str
    """As in FEN: `KQkq`, or `-`."""
    en_passant: bool
    positions: int


class CountedTable(TypedDict):
    """A class that was solved and forgotten."""

    name: str
    positions: int
    seconds: float
    bytes: int
    wtm: CountedSide
    """White to move."""
    btm: CountedSide
    """Black to move."""
    checked: NotRequired[CheckedTable | None]
    """Positions that were held to their successors."""


class CudaCard(TypedDict):
    """A graphics card."""

    number: int
    """Its number, from 0."""
    name: str
    """Its name."""
    capability: str
    """What it can do, as the vendor counts: 9.0 is a Hopper."""
    memory: int
    """Bytes of memory."""
    free: int
    """Bytes of it that are free."""
    multiprocessors: int
    """Its multiprocessors."""
    usable: bool
    """Whether the engine can use it: it is recent enough."""
    men: int
    """The most men of which it holds every class without pawns."""


class DevicesAnswer(TypedDict):
    """What there is."""

    cpu: Processor
    """The processor."""
    cuda: list[CudaCard]
    """Graphics cards of NVIDIA."""
    why: NotRequired[str | None]
    """Why no card can be used."""


class EchessBoundsAnswer(TypedDict):
    """How much of a window is proved."""

    window: int
    """The window."""
    states: int
    """Its states; a rook far away stands for many squares."""
    counts: list[EchessCounts]
    """The counts for each distance of the White king."""
    zugzwangs: NotRequired[EchessZugzwangs | None]
    """Positions in which neither player wants to move, where asked for."""


class EchessCell(TypedDict):
    """The value with the White king on a square."""

    x: int
    """The column of the White king."""
    y: int
    """The row of the White king."""
    mean: str
    """The mean."""
    temperature: str
    """The temperature."""
    chilled: str
    """The chilled value by the paper's names."""
    exact: bool
    """Whether the bounds meet."""


class EchessCounts(TypedDict):
    """How many positions are proved with the White king so near."""

    within: int
    """The greatest distance of the White king."""
    all: EchessProved
    """With the rook anywhere."""
    rook_in_view: EchessProved
    """With the rook in view."""


class EchessEscape(TypedDict):
    """An end of the escape."""

    outcome: EchessEscapeOutcome
    """Whether Black escapes, White mates, or neither."""
    moves: int | None
    """Plies to it."""


class EchessEvalAnswer(TypedDict):
    """What is proved of a position: numbers that are not exact are intervals."""

    bk: str
    """The Black king."""
    wk: str
    """The White king."""
    wr: str
    """The rook."""
    exact: bool
    """Whether the bounds meet."""
    mean: str
    """The mean."""
    temperature: str
    """The temperature."""
    left_stop: str
    """The score when Black moves first."""
    right_stop: str
    """The score when White moves first."""
    sente: str | None
    """Who keeps the move, if that is known."""
    chilled: str
    """The chilled value by the paper's names."""
    chilled_of_upper_bound: str | None
    """That of the upper bound alone, where the bounds do not meet."""
    atomic_weight: int | None
    """The atomic weight of the chilled value."""
    board: str
    """The board."""
    region: str | None
    """The region of the plane."""
    subregion: str | None
    """The part of the region."""
    reflected: bool | None
    """Whether columns and rows are exchanged in it."""
    thermograph: EchessThermograph
    """The walls."""


class EchessGap(TypedDict):
    """Positions with a gap."""

    at_most: str | None
    """The gap is at most this; nothing for an infinite one."""
    positions: int
    """How many positions have it."""


class EchessHot(TypedDict):
    """A hot position."""

    bk: str
    """The Black king."""
    wk: str
    """The White king."""
    wr: str
    """The rook."""
    mean: str
    """The mean."""
    temperature: str
    """The temperature."""
    exact: bool
    """Whether the bounds meet."""


class EchessHottestAnswer(TypedDict):
    """The hottest positions of a window. Open are those whose bounds do not meet."""

    board: str
    """The board."""
    window: int
    """The window."""
    exact: int
    """Positions with a proved finite temperature."""
    infinite: int
    """Positions proved to be hot at every temperature."""
    open: int
    """Open positions."""
    open_at_most: str | None
    """The greatest of the temperatures that open positions are proved not to exceed."""
    open_at_most_position: str | None
    """A position for which nothing less is proved."""
    open_at_most_6: int
    """Open positions whose temperature is proved to be at most 6."""
    open_above_6: int
    """Open positions with a finite bound above 6."""
    open_unbounded: int
    """Open positions that may be hot at every temperature, for all that is proved."""
    open_on_the_rim: int
    """Open positions on the outermost ring."""
    positions: list[EchessHot]
    """The hottest positions."""


class EchessKrkAnswer(TypedDict):
    """How the escape ends."""

    rows: int
    """Rows of the board."""
    cols: int
    """Columns of the board."""
    black_first: EchessEscape
    """When Black moves first."""
    white_first: EchessEscape
    """When White moves first."""
    checked: NotRequired[str | None]
    """What a second solver says, where one was asked."""


class EchessLineAnswer(TypedDict):
    """A line of play."""

    position: str
    """The position that it begins with."""
    first: str
    """Who moves first."""
    moves: list[EchessPly]
    """The moves."""
    result: str | None
    """The score, unless the line was cut off or a position came back."""
    optimum: str
    """What best play brings."""


class EchessMapAnswer(TypedDict):
    """The values around a Black king."""

    board: str
    """The board."""
    black_king: str
    """The Black king."""
    rook: str
    """The rook."""
    cells: list[EchessCell]
    """The squares on which the White king can stand, row by row from the top."""


class EchessMove(TypedDict):
    """A move and what it is worth."""

    move: str
    """The move."""
    step: str | None
    """The direction of a king's step, such as `ne`."""
    worth: str
    """What the position after it is worth."""
    exact: bool
    """Whether that is exact."""
    after: str | None
    """The position after it, where the game goes on."""


class EchessMovesAnswer(TypedDict):
    """The moves of a position."""

    position: str
    """The position."""
    player: str
    """Whose move it is."""
    tax: str
    """The tax on a move."""
    score: str
    """What the position is worth."""
    best: str | None
    """The best move."""
    dogma: str | None
    """The move by the player's dogma."""
    moves: list[EchessMove]
    """Every move, the best first."""


class EchessOrthodox(TypedDict):
    """Where a player should move."""

    summand: int
    """The summand, counted from 0."""
    move: str | None
    """The move."""
    moves: list[str]
    """All moves that are best there."""
    reason: str
    """Why there."""


class EchessOtherMoves(TypedDict):
    """Moves of a proof that need no node of their own."""

    count: int
    """How many there are."""
    bound: str
    """The number that bounds what they give."""


class EchessPlayAnswer(TypedDict):
    """A game, over or in progress."""

    start: str
    """Where it began."""
    you: str
    """Which side is yours."""
    moves: list[EchessPlayed]
    """The moves of both sides."""
    position: str | None
    """Where it stands, unless it is over."""
    over: bool
    """Whether it is over."""
    score: str | None
    """The score, once it is over."""
    worth: str | None
    """What it is worth now."""
    optimum: str
    """What best play from the start brings."""
    lost: str | None
    """The points that your moves gave away; nothing if one gave away a king or a rook."""
    legal: list[EchessMove]
    """Your legal moves, the best first."""


class EchessPlayed(TypedDict):
    """A move that was made."""

    player: str
    """Who made it."""
    move: str
    """The move."""
    best: str
    """The best move there."""
    could_have: str
    """What the mover could be sure of before it."""
    has: str
    """What he can be sure of after it."""
    loss: str | None
    """The points that it gave away; nothing if it gave away a king or a rook."""


class EchessPly(TypedDict):
    """A move of a line."""

    player: str
    """Who moved."""
    move: str
    """The move."""
    worth: str
    """What the rest of the game is worth to the player whose turn it is."""
    after: str | None
    """The position after it, where the game goes on."""


class EchessProofNode(TypedDict):
    """A node of a proof."""

    move: str | None
    """The move that leads here; nothing at the root."""
    position: str
    """The men."""
    left_wall: str
    """Black's wall."""
    right_wall: str
    """White's wall."""
    other_moves: EchessOtherMoves | None
    """The moves that need no node of their own."""
    options: list[EchessProofNode]
    """The moves that matter."""


class EchessProveAnswer(TypedDict):
    """Game trees from which bounds on a thermograph follow."""

    position: str
    """The position."""
    window: int
    """The window."""
    plies: int
    """How deep the trees are."""
    exact: bool
    """Whether both trees have the same walls."""
    mean: str | None
    """The mean, where the trees prove it."""
    temperature: str | None
    """The temperature, where the trees prove it."""
    lower: EchessProofNode
    """The tree that proves that Black gets no less."""
    upper: EchessProofNode
    """The tree that proves that he gets no more."""


class EchessProved(TypedDict):
    """How many positions are proved how well."""

    positions: int
    """Positions."""
    exact: int
    """Those whose bounds meet."""
    gaps: list[EchessGap]
    """The others by their gaps."""


class EchessRegionCell(TypedDict):
    """The region of a square of the White king."""

    x: int
    """The column of the White king."""
    y: int
    """The row of the White king."""
    region: str | None
    """The region."""
    subregion: str | None
    """The part of the region."""
    formula: str | None
    """The mean that the formula gives."""
    mean: str
    """The computed mean."""
    agrees: bool | None
    """Whether they agree; nothing where that is open, or where there is no formula."""


class EchessRegionsAnswer(TypedDict):
    """The regions around a Black king on 0,0."""

    k: int
    """How far right of the Black king the rook stands."""
    agree: int
    """Squares on which the computed mean is what the formula says."""
    open: int
    """Squares on which the mean is not proved and the formula lies between its bounds."""
    differ: int
    """Squares on which the computed mean is not what the formula says."""
    cells: list[EchessRegionCell]
    """The squares on which the White king can stand, row by row from the top."""


class EchessStop(TypedDict):
    """A stop found by looking ahead."""

    stop: str
    """The stop, or what is proved about it."""
    exact: bool
    """Whether it is exact."""
    nodes: int
    """Positions of the sum looked at."""
    depth: int
    """Moves looked ahead."""


class EchessSumAnswer(TypedDict):
    """What is known of a sum."""

    mean: str
    """The mean."""
    temperature: str
    """The temperature."""
    left_stop: str
    """What thermographs prove about the score when Black moves first."""
    right_stop: str
    """What thermographs prove about the score when White moves first."""
    summands: list[EchessSummand]
    """The summands."""
    black: EchessOrthodox | None
    """Where Black should move."""
    white: EchessOrthodox | None
    """Where White should move."""
    left_stop_by_search: NotRequired[EchessStop | None]
    """What looking ahead proves when Black moves first, where asked for."""
    right_stop_by_search: NotRequired[EchessStop | None]
    """What looking ahead proves when White moves first, where asked for."""
    black_first_line: NotRequired[EchessSumLine | None]
    """Orthodox play when Black moves first, where asked for."""
    white_first_line: NotRequired[EchessSumLine | None]
    """Orthodox play when White moves first, where asked for."""


class EchessSumLine(TypedDict):
    """Orthodox play of a sum."""

    moves: list[EchessSumPly]
    """The moves."""
    score: str | None
    """The score, if it was played to the end."""


class EchessSumPly(TypedDict):
    """A move of orthodox play."""

    player: str
    """Who moved."""
    summand: int
    """The summand, counted from 0."""
    move: str
    """The move."""


class EchessSummand(TypedDict):
    """A summand."""

    position: NotRequired[str | None]
    """The position, if it is one."""
    value: NotRequired[str | None]
    """The value in canonical form, if it is none."""
    mean: str
    """Its mean."""
    temperature: str
    """Its temperature."""
    sente: str | None
    """Who keeps the move there, if that is known."""
    urgent: bool
    """Whether it is hot at every temperature."""


class EchessThermograph(TypedDict):
    """Bounds on a thermograph."""

    lower: EchessWalls
    """From below."""
    upper: EchessWalls
    """From above."""


class EchessWalls(TypedDict):
    """Both sides of a thermograph."""

    left: EchessWall
    """Black's."""
    right: EchessWall
    """White's."""


class EchessZugzwangs(TypedDict):
    """Exact positions in which neither player wants to move: Left's scaffold begins below Right's."""

    positions: int
    """Exact positions, all men in view and not on the rim."""
    proved: int
    """Those that are proved to be such."""
    possible: int
    """Those that may be, for all that is proved."""


class EnPassantAnswer(TypedDict):
    wtm: TallyAnswer
    btm: TallyAnswer


class EndgameAnswer(TypedDict):
    """The zugzwangs of an endgame."""

    name: str
    wtm: TallyAnswer
    """White first, no en passant right."""
    btm: TallyAnswer
    """Black first, no en passant right."""
    equal_forces: bool
    physical_A3: int
    distinct: int
    a3_twice: int
    seconds: float
    ep: NotRequired[EnPassantAnswer | None]
    """With an en passant right."""
    castling: NotRequired[CastlingAnswer | None]
    """With castling rights."""


ExampleAnswer = TypedDict(
    "ExampleAnswer",
    {
        "class": "str",
        "query": "str",
        "finds": "str",
    },
)


class ExportedFile(TypedDict):
    """A file that was written."""

    name: str
    bytes: int


class FindAnswer(TypedDict):
    """The ways in which a text can be read."""

    text: str
    """The text."""
    found: list[FoundPage]
    """The likeliest first."""


class FoundPage(TypedDict):
    """One way to read a text."""

    kind: FoundKind
    what: str
    """In words."""
    page: str
    """The explorer's page: path and query."""


GameAnswer = TypedDict(
    "GameAnswer",
    {
        "from": "str | None",
        "moves": "list[AnnotatedMove]",
        "pgn": "str",
    },
)


class GenusAnswer(TypedDict):
    """What is known of a sum in misère play."""

    piece: str
    """The piece, or the moveset where it is none of the seven."""
    parts: list[GenusOfPart]
    """The partitions."""
    genus: str
    """The genus of the sum."""
    tame: bool
    """Whether that is the genus of a sum of heaps."""
    quotient: GenusQuotient | None
    """The misère quotient; nothing where none was found."""


class GenusOfPart(TypedDict):
    """A partition of the sum."""

    partition: str
    """The partition."""
    genus: str
    """Its genus."""
    element: int | None
    """Its element of the quotient, by number; 0 is the sum of nothing."""


class GenusQuotient(TypedDict):
    """A misère quotient."""

    order: int
    """The number of its elements."""
    lost: int
    """The number of elements that are lost for whoever is to move."""
    element: int
    """The element of the sum."""
    sum_is_lost: bool
    """Whether the sum is lost for whoever is to move."""


class KeepingAnswer(TypedDict):
    """How many of a player's moves keep the result."""

    keep: int
    moves: int


class KoThermograph(TypedDict):
    """A thermograph with one player as komaster, from temperature 0 on."""

    mean: Ratio
    """The mast value."""
    temperature: Ratio
    """The temperature from which on the mast is upright."""
    left_wall: SlantedWall
    """Left's wall."""
    right_wall: SlantedWall
    """Right's wall."""


class Komaster(TypedDict):
    """The thermographs of a ko."""

    left: KoThermograph
    """With Left as komaster."""
    right: KoThermograph
    """With Right as komaster."""


class LevelB(TypedDict):
    """Level B: the result stays, but a depth changes."""

    dtm: NotRequired[str | None]
    dtz: NotRequired[str | None]
    dtc: NotRequired[str | None]


class LevelC(TypedDict):
    """Level C: how easily a careless player keeps the result, with the move and without it."""

    to_move: KeepingAnswer
    after_null_hardest: KeepingAnswer | None
    after_null_answers: int
    speaks_for_passing: bool


class LineAnswer(TypedDict):
    """A line of best play."""

    fen: str
    """The position as given."""
    metric: str
    """What counts as best."""
    depth: int | None
    """Plies to the metric's goal, positive when the side to move wins; nothing for a draw."""
    depth_rounded: NotRequired[bool]
    """Whether `depth` may be a ply more, because Syzygy's files, which round, have told it."""
    moves: list[str]
    """The moves in short algebraic notation."""
    uci: list[str]
    """The moves by their squares."""
    alternatives: list[list[str]]
    """For each move the others of the same depth."""
    result: str
    """`1-0`, `0-1` or `1/2-1/2`."""
    pgn: str
    """The line with move numbers."""


class ListedStream(TypedDict):
    """A stream of a table."""

    metric: str
    """What it holds."""
    bytes: int
    """Bytes, with its index."""
    left_out: NotRequired[str | None]
    """The side to move whose depths it leaves out, because they follow from the others."""


MapAnswer = TypedDict(
    "MapAnswer",
    {
        "fen": "str",
        "man": "str",
        "from": "str | None",
        "material": "str",
        "turn": "str",
        "squares": "list[MapSquareAnswer]",
    },
)


class MapSquareAnswer(TypedDict):
    """One square of the man."""

    square: str
    legal: bool
    """Whether there is such a position."""
    why: NotRequired[str | None]
    """Why not."""
    category: Category | None
    """The result for the side to move, as in the answers of probe."""
    dtm: int | None
    """Plies to mate."""
    dtz: int | None
    """Plies to a zeroing move under the fifty-move rule."""
    dtc: int | None
    """Plies to a capture, promotion or mate."""
    other: MapValueAnswer
    """The same with the other side to move."""


class MapValueAnswer(TypedDict):
    """One position."""

    legal: bool
    """Whether there is such a position."""
    why: NotRequired[str | None]
    """Why not."""
    category: Category | None
    """The result for the side to move, as in the answers of probe."""
    dtm: int | None
    """Plies to mate."""
    dtz: int | None
    """Plies to a zeroing move under the fifty-move rule."""
    dtc: int | None
    """Plies to a capture, promotion or mate."""


class Mast(TypedDict):
    """The mast of a thermograph: it stands on the temperature and runs up at the mean."""

    mean: Dyadic
    """The value at which the mast stands: the mean (mast value)."""
    temperature: Dyadic
    """The temperature from which on the two walls are one."""


class MineAnswer(TypedDict):
    """The positions in which a query holds."""

    query: str
    """The query."""
    classes: list[MineClassAnswer]
    """How many positions of each endgame."""
    positions: list[MinePositionAnswer]
    """The first of them, or the deepest."""
    named: NotRequired[list[NamedAnswer]]
    """The named questions, where they were asked for."""
    examples: NotRequired[list[ExampleAnswer]]
    """Examples of queries, likewise."""


class MineClassAnswer(TypedDict):
    """How many positions of an endgame were found."""

    name: str
    wtm: int
    """With White to move."""
    btm: int
    """With Black to move."""
    count: int
    """With either."""


MinePositionAnswer = TypedDict(
    "MinePositionAnswer",
    {
        "fen": "str",
        "class": "str",
        "side": "str",
        "result": "str",
        "dtm": "NotRequired[int | None]",
    },
)


class MoveInfo(TypedDict):
    """A move, with the position after it as the side then to move sees it."""

    uci: str
    """From and to."""
    san: str
    """Short algebraic notation."""
    zeroing: bool
    """Whether it is a capture or pawn move."""
    checkmate: bool
    """Mated."""
    stalemate: bool
    """Stalemated."""
    variant_win: bool
    """Never, in ordinary chess."""
    variant_loss: bool
    """Never, in ordinary chess."""
    insufficient_material: bool
    """Nobody can mate any more."""
    dtz: int | None
    """Plies to a zeroing move under the fifty-move rule; beyond 100 the rule makes it a draw."""
    precise_dtz: int | None
    """The same, unless it may have been rounded."""
    dtm: int | None
    """Plies to mate."""
    dtc: int | None
    """Plies to a capture, promotion or mate."""
    dtz_no_rule: int | None
    """Plies to a zeroing move when nobody claims fifty moves."""
    category: Category
    """The result of the position after the move."""


class NamedAnswer(TypedDict):
    """A named question."""

    name: str
    query: str
    explanation: str


class OrderOfTwo(TypedDict):
    """How two values compare, and whether that is what was asked."""

    expression: str
    """The text as given."""
    left: str
    """The canonical form of the value on the left."""
    relation: Relation
    """What was asked."""
    right: str
    """The canonical form of the value on the right."""
    holds: bool
    """Whether it is so."""
    order: Relation
    """How they compare: `<`, `==`, `>` or `<>`."""
    warnings: list[str]
    """What the writer should know about how the text was read."""


class PaperSchema(TypedDict):
    title: str
    tables: list[TableSchema]


class PawnAnswer(TypedDict):
    """One square of the pawn."""

    square: str
    wtm: SideAnswer
    btm: SideAnswer


class PawnsCensusAnswer(TypedDict):
    """The nimbers of all words to a length."""

    max: int
    """The length."""
    memory_bytes: int
    """The memory that it took."""
    first: list[PawnsFirst]
    """Where each nimber occurs first."""
    lengths: list[PawnsCounts]
    """How many words of each length have each nimber."""


class PawnsComponent(TypedDict):
    """A component of the sum that a position is."""

    notation: str
    """In the paper's notation."""
    entailing: bool
    """Whether it must be answered."""
    moves: list[str]
    """What its moves lead to."""


class PawnsCounts(TypedDict):
    """How many words of a length have each nimber."""

    length: int
    """The length."""
    words: int
    """The number of words of this length."""
    counts: list[int]
    """The number of words with nimber 0, 1, 2 and so on, to the last that occurs."""


class PawnsEmbedAnswer(TypedDict):
    """A sum of components on a chessboard."""

    sum: str
    """The sum as given."""
    fen: str
    """The position, White to move; runs of empty squares may have two digits."""
    rows: int
    """Rows of the board."""
    files: int
    """Files of the board."""
    nimber: int
    """The nimber of the sum."""
    outcome: str
    """`first player wins` or `second player wins`, by the nimber."""
    winning_files: list[str]
    """The files on which a step wins."""
    proof: PawnsProof | None
    """What a solver that knows only chess proves."""


class PawnsFind(TypedDict):
    """A word that the search met."""

    nimber: int
    """Its nimber."""
    length: int
    """Its length."""
    word: str
    """The word."""


class PawnsFirst(TypedDict):
    """Where a nimber occurs first."""

    nimber: int
    """The nimber."""
    length: int
    """The least length of a word of that nimber."""
    word: str
    """The first such word in lexicographic order."""
    words: int
    """How many words of that length have the nimber."""


class PawnsMove(TypedDict):
    """A step of a pawn."""

    file: str
    """The file by its letter."""
    loony: bool
    """Whether it is a mistake whatever else is on the board."""
    nimber: int | None
    """The nimber that it leads to, unless it is loony."""
    leaves: str
    """What it leaves, in the paper's notation."""
    reason: str | None
    """Why it is loony."""


PawnsOption = TypedDict(
    "PawnsOption",
    {
        "move": "str",
        "from": "int | None",
        "to": "int | None",
        "wins": "bool | None",
        "ends": "str | None",
    },
)


class PawnsPeriodProof(TypedDict):
    """What proves a period."""

    prefix_period: int
    """The period of the prefixes alone, which may be shorter."""
    prefix_preperiod: int
    """The length from which on they have it."""
    half_values_repeat_from: int
    """The length from which on the half-values repeat too, loony ones included."""
    checked_to: int
    """The length to which repetition had to be seen to be sure that it goes on."""


class PawnsPeriodicAnswer(TypedDict):
    """The nimbers of the prefixes of a repeated pattern."""

    pattern: str
    """The pattern."""
    to: int
    """The length that was gone to."""
    first: list[PawnsPrefix]
    """The shortest prefix of each nimber that is a power of two."""
    largest: PawnsPrefix
    """The largest nimber, and the shortest prefix that has it."""
    share_above_one: str
    """The share of sound half-values above 1."""
    period: int | None
    """The period of all words of the pattern, if one is proved."""
    preperiod: int | None
    """The length from which on they have it."""
    proof: PawnsPeriodProof | None
    """What proves it."""
    nimbers: NotRequired[list[int] | None]
    """The nimber of each prefix by its length, from the empty one, where asked for."""


class PawnsPlayAnswer(TypedDict):
    """A game in progress."""

    sum: str
    """The sum that it began with."""
    moves: list[str]
    """The moves made so far."""
    rows: list[str]
    """The board from the top: pawns as letters, a small one for Black's."""
    stopped: list[int]
    """The stopped files, counted from 0."""
    heaps: list[int]
    """The heaps that are left, the largest first."""
    components: list[PawnsComponent] | None
    """What the pawns fall into, as long as the game goes on and nobody has overlooked a threat."""
    turn: PawnsSide
    """Who moves, or would if the game were not over."""
    winner: PawnsSide | None
    """Who has won."""
    ended_by: str | None
    """How it ended."""
    wins: bool | None
    """Whether the side to move wins, if that is known."""
    options: list[PawnsOption]
    """Every move."""
    best: str | None
    """What a perfect player plays."""


class PawnsPrefix(TypedDict):
    """The shortest prefix of a nimber."""

    nimber: int
    """The nimber."""
    length: int
    """The length."""


class PawnsProof(TypedDict):
    """What is proved of a position and each of its moves."""

    outcome: PawnsProved
    """For White, to move."""
    positions: int
    """Positions looked at."""
    moves: list[PawnsProvedMove]
    """Every legal move."""


class PawnsProvedMove(TypedDict):
    """A move, with what is proved of it."""

    uci: str
    """By its squares."""
    san: str
    """In short algebraic notation."""
    outcome: PawnsProved
    """For the side that makes it."""


class PawnsSearchAnswer(TypedDict):
    """The shortest word of a nimber that is known or was found."""

    nimber: int
    """The nimber."""
    word: str | None
    """The word, if there is one."""
    length: int | None
    """Its length."""
    known_by: str | None
    """The command that once found it, where this search found nothing shorter."""
    found: list[PawnsFind]
    """The shortest word of each nimber that the search met."""


class PawnsValueAnswer(TypedDict):
    """The nimber of a component and what each of its moves is worth."""

    word: str
    """The word."""
    nimber: int
    """Its nimber."""
    moves: list[PawnsMove]
    """A step on each of its files."""


class PlanAnswer(TypedDict):
    """What solving takes."""

    slices: int
    """Sets of pawns that the position leads to, each with its men."""
    classes: int
    """Classes that they belong to."""
    positions: int
    """Positions with one side to move."""
    with_rights: NotRequired[int | None]
    """Positions with castling rights, which are solved one by one."""
    tables: int
    """Classes whose tables are read."""
    memory_bytes: int
    """The least memory that does."""
    disk_bytes: int
    """The most disk that it takes at once."""
    stays_bytes: int
    """Disk that stays taken when it is done."""
    seconds: float
    """Seconds: an estimate, or what it took."""
    pieces: int | None
    """The most men beside pawns that are looked at, where more are left out."""
    changes: NotRequired[int | None]
    """The most pawn moves and captures away that is looked, where more is left out."""


class Point(TypedDict):
    """A value at a temperature."""

    temperature: Dyadic
    """The temperature."""
    value: Dyadic
    """The value there."""


class ProbeAnswer(TypedDict):
    """A position's value and every move's, in the fields of Lichess's table server."""

    checkmate: bool
    """Mated."""
    stalemate: bool
    """Stalemated."""
    variant_win: bool
    """Never, in ordinary chess."""
    variant_loss: bool
    """Never, in ordinary chess."""
    insufficient_material: bool
    """Nobody can mate any more."""
    dtz: int | None
    """Plies to a zeroing move under the fifty-move rule; beyond 100 the rule makes it a draw."""
    precise_dtz: int | None
    """The same, unless it may have been rounded."""
    dtm: int | None
    """Plies to mate."""
    dtc: int | None
    """Plies to a capture, promotion or mate."""
    dtz_no_rule: int | None
    """Plies to a zeroing move when nobody claims fifty moves."""
    category: Category
    """The result under the fifty-move rule."""
    moves: list[MoveInfo]
    """All legal moves, best first."""
    dtm50: NotRequired[int]
    """Plies to mate, positive when the side to move wins; 0 for a draw, by the rule or otherwise."""
    dtm50_exact: NotRequired[bool]
    """Whether that is exact. If not, mate is forced and takes at least so long."""
    advice: NotRequired[str | None]
    """What would tell more, where the tables know some of the moves only."""


class Processor(TypedDict):
    """The processor."""

    threads: int
    """Threads that the engine uses."""
    instructions: str
    """The widest instructions that the engine uses."""
    free: NotRequired[int | None]
    """Bytes of memory that are free."""


class ReadingAnswer(TypedDict):
    """Value and depths of a position for the player who is first to move."""

    value: str
    """`win`, `draw` or `loss`."""
    shown: str
    """As the literature writes it: `+25`, `=`, `==` for stalemate, `-0`; `+~25` for 25 or 26."""
    stalemate: bool
    dtm: int | None
    """Moves of the winner to mate, negative when the first player loses."""
    dtz: int | None
    """Moves of the winner to a zeroing move."""
    dtz_rounded: NotRequired[bool]
    """Whether `dtz` may be one more, because the source rounds."""
    dtc: int | None
    """Moves of the winner to a conversion."""
    fen: str


class RecordAnswer(TypedDict):
    """A zugzwang with all that is known of it."""

    fen: str
    endgame: str
    type: str
    first: str
    """Who moves first: `w` or `b`."""
    ep: str | None
    metric: str
    depth: int
    """Moves of the winner in p1 and p2 together."""
    flags: list[str]
    unreachable: str | None
    """A proof that no game reaches it."""
    p1: ReadingAnswer
    p2: ReadingAnswer
    p3: ReadingAnswer
    fifty: NotRequired[str | None]
    """What the fifty-move rule does to it."""


class ReproduceAnswer(TypedDict):
    """The comparison with the papers."""

    papers: list[PaperSchema]
    seconds: float


class SlantedWall(TypedDict):
    """A continuous function of temperature from 0 on, linear between breakpoints."""

    points: list[list[Ratio]]
    """Temperature and value of each breakpoint, the first at temperature 0."""
    beyond: int
    """The slope beyond the last."""


class SolveAnswer(TypedDict):
    """What a position is worth, and what finding it took."""

    checkmate: NotRequired[bool]
    """Mated."""
    stalemate: NotRequired[bool]
    """Stalemated."""
    variant_win: NotRequired[bool]
    """Never, in ordinary chess."""
    variant_loss: NotRequired[bool]
    """Never, in ordinary chess."""
    insufficient_material: NotRequired[bool]
    """Nobody can mate any more."""
    dtz: NotRequired[int | None]
    """Plies to a zeroing move under the fifty-move rule; beyond 100 the rule makes it a draw."""
    precise_dtz: NotRequired[int | None]
    """The same, unless it may have been rounded."""
    dtm: NotRequired[int | None]
    """Plies to mate."""
    dtc: NotRequired[int | None]
    """Plies to a capture, promotion or mate."""
    dtz_no_rule: NotRequired[int | None]
    """Plies to a zeroing move when nobody claims fifty moves."""
    category: NotRequired[Category]
    """The result under the fifty-move rule."""
    moves: NotRequired[list[MoveInfo]]
    """All legal moves, best first."""
    dtm50: NotRequired[int]
    """Plies to mate, positive when the side to move wins; 0 for a draw, by the rule or otherwise."""
    dtm50_exact: NotRequired[bool]
    """Whether that is exact. If not, mate is forced and takes at least so long."""
    advice: NotRequired[str | None]
    """What would tell more, where the tables know some of the moves only."""
    plan: PlanAnswer | None
    """What was done, or would be tried first."""
    ways: NotRequired[list[PlanAnswer]]
    """What would be tried in turn; only for a dry run."""
    left_out: NotRequired[str | None]
    """Why not everything that the position leads to can be solved."""


class StepAnswer(TypedDict):
    """A move and how good it is."""

    san: str
    mark: str


StudyAnswer = TypedDict(
    "StudyAnswer",
    {
        "type": "str",
        "before": "list[StepAnswer]",
        "try": "list[StepAnswer]",
        "solution": "list[StepAnswer]",
        "pw": "str",
        "pb": "str",
    },
)


class SumAnswer(TypedDict):
    """A position taken apart."""

    fen: str
    """The position."""
    core: list[str]
    """Squares of the men of the core."""
    core_is_zugzwang: bool
    """Whether the core alone was proved to be lost for whoever must move in it."""
    components: list[SumComponent]
    """The components, from left to right."""
    sum: str | None
    """The sum of the values in canonical form, where every component has one."""
    mean: str | None
    """Its mean."""
    temperature: str | None
    """Its temperature."""
    outcome: SumOutcome
    """Who wins, by the values."""
    proved: bool
    """Whether search has proved the outcome with either side to move."""
    contacts: list[SumContact]
    """Where core and components could meet after all."""


class SumComponent(TypedDict):
    """A component."""

    men: list[str]
    """Squares of its pawns, White's first."""
    value: str | None
    """Its value, where it is a short game; that it is was proved by playing it out."""
    form: str | None
    """Where it is no short game, its form with `on` and `off` for getting through."""
    why: str | None
    """Why it has no value, where it has none."""


class SumContact(TypedDict):
    """A man of the core and a square that a component's pawns could come to."""

    man: str
    """The man's square."""
    component: int
    """The component, counted from 0."""
    square: str
    """The square that both may reach."""


class SumOutcome(TypedDict):
    """What the sum comes to with either side to move."""

    white_first: SumTurn
    """With White to move."""
    black_first: SumTurn
    """With Black to move."""


class SumTurn(TypedDict):
    """What the sum comes to with one side to move."""

    winner: str | None
    """`white` or `black`; nothing where the values do not tell."""
    proved_winner: str | None
    """What search has proved: `white`, `black`, or nothing."""
    winning: list[SumWinning]
    """The moves that win."""
    loony: list[str]
    """The moves that let the other side get through, whatever else is on the board."""


class SumWinning(TypedDict):
    """A move that wins."""

    component: int
    """The component, counted from 0."""
    uci: str
    """The move by its squares."""


class TableConvertAnswer(TypedDict):
    """What was written."""

    tables: list[ConvertedTable]
    passed_over: int
    """Tables that were in the format already."""
    seconds: float


class TableCountAnswer(TypedDict):
    """How many positions there are."""

    classes: list[CountedClass]
    total: int
    """All of them."""
    castling: int
    """Those with a castling right."""
    en_passant: int
    """Those with an en passant right."""


class TableExportAnswer(TypedDict):
    """The files that were written."""

    files: list[ExportedFile]
    folder: NotRequired[str | None]


class TableListAnswer(TypedDict):
    """The tables in the folder."""

    tables: list[ListedTable]
    folder: NotRequired[str | None]
    syzygy: NotRequired[list[ListedFile]]
    """The Syzygy files in the folder that --syzygy names."""


TablePlanAnswer = TypedDict(
    "TablePlanAnswer",
    {
        "class": "str",
        "build": "BuildPlanAnswer",
        "solve": "PlanAnswer | None",
        "syzygy": "list[str]",
    },
)


class TableRandomAnswer(TypedDict):
    """Positions of a class."""

    name: str
    positions: list[str]
    """The positions as FEN."""


class TableSchema(TypedDict):
    name: str
    title: str
    cells: int
    """Printed cells."""
    agree: int
    differ: int
    """Cells that differ without an erratum."""
    explained: int
    """Cells that differ with one."""
    skipped: int
    """Cells left out of this run."""


TableStatsAnswer = TypedDict(
    "TableStatsAnswer",
    {
        "name": "str",
        "class": "str",
        "wtm": "SideAnswer",
        "btm": "SideAnswer",
        "thompson": "NotRequired[ThompsonAnswer | None]",
        "pawn": "NotRequired[list[PawnAnswer] | None]",
    },
)


class TableVerifyAnswer(TypedDict):
    """What was found in each table."""

    tables: list[VerifiedTable]


class TallyAnswer(TypedDict):
    """How many there are of each type."""

    A1: int
    A2: int
    A3: int
    A4: int
    A5: int
    A6: int
    total: int


class Thermograph(TypedDict):
    """The left and the right wall of a game at every temperature from a common start on.

    Equal thermographs are equal and hash alike, so they can be interned."""

    left: Wall
    right: Wall
    mast: Mast | None


class ThompsonAnswer(TypedDict):
    """Thompson's way of counting, White to move."""

    won: int
    legal: int
    percent_wins: str


class TotalAnswer(TypedDict):
    """All classes together, with and without en passant right."""

    A1: int
    A2: int
    A3: int
    A4: int
    A5: int
    A6: int
    zugzwangs: int
    classes: int
    seconds: float


class Trajectory(TypedDict):
    """A continuous function of temperature, linear with slope -1, 0 or 1 between finitely many
    dyadic breakpoints, defined from its first breakpoint upwards for ever.

    The breakpoints are the fewest possible, so equal functions on the same domain are equal and
    hash alike: trajectories can be interned."""

    points: list[Point]
    beyond: Slope


class VerifiedTable(TypedDict):
    """What was found in a table."""

    name: str
    ok: bool
    positions: int
    """Positions looked at, of both sides to move."""
    faults: int
    """Values that do not follow from their successors'."""
    examples: NotRequired[list[str] | None]
    """Some positions with such values."""
    error: NotRequired[str | None]
    """Why the table could not be read."""


class YoungCensusAnswer(TypedDict):
    """How many partitions of each size are lost."""

    max: int
    """Largest size."""
    partitions: int
    """The number of partitions of all sizes."""
    partitions_by_size: list[int]
    """The number of partitions of each size from 1."""
    games: list[YoungCensusGame]
    """Game by game."""
    seconds: float
    """The time that it took."""


class YoungCensusGame(TypedDict):
    """How many partitions are lost under one piece."""

    piece: str
    """The piece, or the moveset where it is none of the seven."""
    losing: list[int]
    """Lost partitions of each size from 1, in normal play."""
    misere_losing: list[int]
    """Lost partitions of each size from 1, in misère play."""
    largest_sg: int
    """The largest value met in normal play."""
    largest_misere: int
    """The largest value met in misère play."""
    seconds: float
    """The time that it took."""


YoungClassifyAnswer = TypedDict(
    "YoungClassifyAnswer",
    {
        "piece": "str",
        "family": "str",
        "max": "int",
        "bound": "str",
        "positions": "int",
        "class": "str",
        "region": "str",
        "pet": "YoungProperty",
        "miserable": "YoungProperty",
        "tame": "YoungProperty",
        "domestic": "YoungProperty",
        "forced": "YoungProperty",
        "returnable": "YoungProperty",
    },
)


class YoungCounterexample(TypedDict):
    """Where a conjecture fails."""

    rows: int
    """Rows of a step."""
    columns: int
    """Columns of a step."""
    steps: int
    """The number of steps."""
    conjectured: int
    """What the conjecture says."""
    found: int
    """What is so."""


class YoungEqualAnswer(TypedDict):
    """Whether two games are the same."""

    partition_equivalent: bool | None
    """Whether they are cell by cell; nothing where their movesets differ."""
    game_equivalent: bool
    """Whether they are after renaming the moves."""
    renaming: list[list[list[int]]] | None
    """Each move of the one with the other's move that it becomes."""


YoungFoundGame = TypedDict(
    "YoungFoundGame",
    {
        "piece": "str",
        "ground": "str",
        "confirmed": "bool",
        "bound": "str",
        "positions": "int",
        "class": "str",
        "region": "str",
        "pet": "YoungProperty",
        "miserable": "YoungProperty",
        "tame": "YoungProperty",
        "domestic": "YoungProperty",
        "forced": "YoungProperty",
        "returnable": "YoungProperty",
    },
)


class YoungGolden(TypedDict):
    """How long a lost diagram of QUEEN can be."""

    conjecture: str
    """`golden`."""
    lemma_holds: bool
    """Whether no lost diagram is longer than Lemma 3.22 allows."""
    size: int
    """The largest size of the partitions that were all looked through."""
    lost_beyond_golden: int
    """How many lost diagrams are longer than the golden ratio allows on rectangles."""
    lost_at_ratio_2: list[str]
    """Those that reach the lemma's bound."""
    longest: list[YoungLongest]
    """For each number of rows a lost diagram with the longest first row."""


class YoungGraphAnswer(TypedDict):
    """The graph of a game; positions are cells, as row and column counted from 0."""

    piece: str
    """The piece, or the moveset where it is none of the seven."""
    partition: str
    """The partition in its shortest form."""
    nodes: list[list[int]]
    """The positions that play can reach."""
    edges: list[list[list[int]]]
    """Position, rows and columns removed, position."""
    longest_play: int
    """The number of moves in the longest play."""
    least_equal: str
    """The least partition with the same graph."""
    truncation: str | None
    """The cells where some move can be made, whose lost positions in normal play are this
    partition's in misère play; nothing where no move can be made."""
    downright: str | None
    """For pawn and knight, the partition on which downright is the same game."""


class YoungLongest(TypedDict):
    """The longest lost diagram of a number of rows."""

    rows: int
    """The number of rows."""
    first_row: int | None
    """The length of its first row; nothing where none was found."""
    bound: int
    """The lemma's bound for this length."""
    partition: str | None
    """The diagram."""
    exhaustive: bool
    """Whether a longer one has been excluded."""
    tried: int
    """Diagrams tried, whole and in part."""


class YoungMapAnswer(TypedDict):
    """Both values of every subpartition."""

    piece: str
    """The piece, or the moveset where it is none of the seven."""
    partition: str
    """The partition in its shortest form."""
    sg: list[list[int]]
    """Row by row the Sprague-Grundy values of normal play."""
    misere: list[list[int]]
    """Row by row the Grundy values of misère play."""


class YoungProperty(TypedDict):
    """Whether a property holds, or where it fails."""

    holds: bool
    """Whether it holds as far as was looked."""
    witness: str | None
    """A smallest partition that lacks it."""
    pair: list[int] | None
    """The witness's normal and misère values."""
    move: list[int] | None
    """The move that breaks the property, where a move does."""
    leads_to: list[int] | None
    """The values that this move leads to."""


class YoungSearchAnswer(TypedDict):
    """What was found in each region."""

    regions: list[YoungSearchRegion]
    """The regions asked for."""


class YoungSearchPart(TypedDict):
    """What a part of the search found in a region."""

    looked_through: str
    """What was looked through, with its bound."""
    games: int
    """How many games that were."""
    found: int
    """How many of them lie in the region."""
    smallest: NotRequired[YoungFoundGame | None]
    """The smallest of these."""


YoungSearchRegion = TypedDict(
    "YoungSearchRegion",
    {
        "region": "str",
        "class": "str",
        "found": "bool",
        "empty_because": "str | None",
        "parts": "list[YoungSearchPart]",
    },
)


class YoungStaircases(TypedDict):
    """How far a conjecture on staircases holds."""

    conjecture: str
    """`5.1` or `5.2`."""
    holds: bool
    """Whether no counterexample was found."""
    sides: int
    """The longest side of a step."""
    checked_directly_to_steps: int
    """The number of steps of the diagrams that were also checked straight."""
    settled_for_all_steps: bool
    """Whether it was settled for any number of steps, since the values repeat."""
    shapes: list[YoungStep]
    """Each shape of step."""
    counterexample: YoungCounterexample | None
    """The first counterexample."""


class YoungStep(TypedDict):
    """Staircases with one shape of step."""

    rows: int
    """Rows of a step."""
    columns: int
    """Columns of a step."""
    holds: bool
    """Whether the conjecture holds."""
    repeats_from: int
    """The number of steps from which on the values repeat."""
    period: int
    """The number of steps after which they do."""


class YoungValueAnswer(TypedDict):
    """Both values of a partition; moves are the rows and columns that they remove."""

    piece: str
    """The piece, or the moveset where it is none of the seven."""
    partition: str
    """The partition in its shortest form."""
    size: int
    """The number of its cells."""
    sg: int
    """The Sprague-Grundy value of normal play."""
    misere: int
    """The Grundy value of misère play."""
    outcome: YoungOutcome
    """Who wins in normal play."""
    misere_outcome: YoungOutcome
    """Who wins in misère play."""
    terminal: bool
    """Whether there is no move."""
    moves: list[list[int]]
    """Every move."""
    winning: list[list[int]]
    """The moves that win in normal play."""
    misere_winning: list[list[int]]
    """The moves that win in misère play."""
    rank: int
    """Dyson's rank without its sign: how far it is from having as many rows as columns."""
    durfee: int
    """The side of the largest square in the diagram."""
    corners: list[list[int]]
    """The cells whose subpartition is a single cell, as row and column counted from 0."""
    conjugate: str
    """The partition with rows and columns exchanged."""


class ZugCensusAnswer(TypedDict):
    """What the census found."""

    plan: NotRequired[CensusPlanAnswer | None]
    """What was planned for the processor, where something was left to do."""
    classes: list[ClassAnswer]
    total: TotalAnswer
    groups: dict[str, dict[str, Any]]
    """For each group the rows of the paper's table by their printed names."""
    record: NotRequired[str | None]
    """The file of the record."""


class ZugClassifyAnswer(TypedDict):
    """A position's type and what it rests on."""

    type: str
    """`A1` to `A6`, `B1`, `B2` or `none`."""
    first: str
    """Who moves first: `w` or `b`."""
    ep: str | None
    """The en passant square on which a pawn of the first player stands ready to capture."""
    p1: ReadingAnswer
    """The position."""
    p2: ReadingAnswer | None
    """After a null move of the first player."""
    p3: ReadingAnswer | None
    """After null moves of both."""
    reason: NotRequired[str | None]
    """Why there is no null move."""
    level_b: LevelB
    """Level B in each metric in which it applies."""
    level_c: LevelC | None
    """Level C, where neither A nor B applies."""
    unreachable: str | None
    """A proof that no game reaches the position."""
    source: str
    """Where the values come from."""


class ZugStudyAnswer(TypedDict):
    """The studies found."""

    fen: str
    studies: list[StudyAnswer]
    """As many as were asked for."""
    found: int
    """How many there are."""
    exhausted: bool
    """Whether the search stopped at its limit of positions."""


Calculation: TypeAlias = 'Analysis | OrderOfTwo'
Category: TypeAlias = 'Literal["loss", "unknown", "maybe-loss", "blessed-loss", "draw", "cursed-win", "maybe-win", "win"]'
CgtAnswer: TypeAlias = 'Calculation'
CountedSide: TypeAlias = 'dict[str, Any]'
Dyadic: TypeAlias = 'int | str'
EchessEscapeOutcome: TypeAlias = 'Literal["escape", "mate", "draw"]'
EchessWall: TypeAlias = 'str | dict[str, Any]'
FoundKind: TypeAlias = 'Literal["position", "endgame", "pawn-word", "partition", "value", "published"]'
Kind: TypeAlias = 'Literal["number", "nimber", "number-up-star", "short", "stopper", "sided"]'
ListedFile: TypeAlias = 'dict[str, Any]'
ListedTable: TypeAlias = 'dict[str, Any]'
PawnsProved: TypeAlias = 'Literal["win", "loss", "unproved"]'
PawnsSide: TypeAlias = 'Literal["white", "black"]'
PseudoNumber: TypeAlias = 'int | str'
Ratio: TypeAlias = 'int | str'
Relation: TypeAlias = 'Literal["<", "<=", "==", ">=", ">", "<>", "<|", "|>", "!="]'
SideAnswer: TypeAlias = 'dict[str, Any]'
Slope: TypeAlias = 'Literal["falling", "level", "rising"]'
TableBuildAnswer: TypeAlias = 'dict[str, Any]'
Verdict: TypeAlias = 'Literal["only", "kept", "spoilt", "unknown"]'
Wall: TypeAlias = 'Literal["-infinity", "+infinity"] | Trajectory'
YoungConjectureAnswer: TypeAlias = 'YoungStaircases | YoungGolden'
YoungOutcome: TypeAlias = 'Literal["P", "N"]'
ZugCountAnswer: TypeAlias = 'dict[str, Any]'
ZugListAnswer: TypeAlias = 'list[RecordAnswer]'
