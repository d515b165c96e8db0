"""What may differ from table to table in Assyrian."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..core import Cap

Count = Annotated[int, Field(ge=1)]


class Options(BaseModel):
    """The options of Assyrian; the defaults are the publisher's German text, read as docs/games.md says."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    rounds: Annotated[Count, Field(description="Rounds, as the players agree beforehand.")] = 3
    hand: Annotated[Count, Field(le=8, description="Tiles drawn by each player.")] = 8
    turns: Annotated[Count, Field(description="Turns of a round, without those that queens add.")] = 6
    drawn: Annotated[Count, Field(le=5, description="Threat tiles drawn for a round.")] = 3
    reveal_after: Annotated[Count, Field(description="Turn at whose end a threat tile is turned up.")] = 3
    extra_players: Annotated[
        int, Field(ge=0, le=3, description="Added to the players for the threat: 1 reckless, 2 or 3 epic.")
    ] = 0
    queens: Annotated[bool, Field(description="Whether a queen adds a turn to the round.")] = True
    queen_adds: Annotated[
        Literal["turn"], Field(description="What the sentence on queens means by a round: a turn.")
    ] = "turn"
    may_pass: Annotated[Literal[True], Field(description="A player may contribute nothing in a turn.")] = True
    threat: Annotated[
        Literal["product", "sum"], Field(description="How the buildings of the threat tiles are combined.")
    ] = "product"
    contribution: Annotated[
        Literal["seats", "free", "simultaneous"],
        Field(description="Order within a turn: by seats, as the log has it, or sealed and shown together."),
    ] = "seats"
    oracle_counts: Annotated[bool, Field(description="Whether an oracle's number counts for the nation.")] = True
    revealer: Annotated[
        Literal["chance"], Field(description="Who picks the threat tile that is turned up after the third turn.")
    ] = "chance"
    cap: Cap = 10_000
