"""What may differ from table to table in Timeline Twist."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..core import Cap

Count = Annotated[int, Field(ge=1)]


class _Shared(BaseModel):
    """What both games of Timeline Twist may vary."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    hand: Annotated[Count, Field(description="Cards dealt to each player.")] = 4
    max_players: Annotated[int, Field(ge=1, description="Most players; one source says 6.")] = 8
    starter: Annotated[int, Field(ge=0, description="Seat that begins: the youngest, in the team game the oldest.")] = 0
    cap: Cap = 10_000


class Options(_Shared):
    """The options of the competition."""

    playoff_deal: Annotated[Literal[1], Field(description="Cards dealt to each player for a play-off round.")] = 1
    decided: Annotated[
        Literal["after_the_round"], Field(description="A winner is known when the round is complete.")
    ] = "after_the_round"


class TeamOptions(_Shared):
    """The options of the team game."""

    cards: Annotated[int, Field(ge=3, description="Cards played with; another source says 35.")] = 36
    blocked_end: Annotated[
        Literal["turn_without_card", "all_blocked"],
        Field(description="A turn without a placed card ends the game, or only a hand of blocked cards alone."),
    ] = "turn_without_card"
    switch_after_block: Annotated[
        bool, Field(description="Whether one may discard after a card was blocked in the same turn.")
    ] = False
    blocked_year: Annotated[
        Literal["public"], Field(description="A blocked card stays white, but all have seen its year.")
    ] = "public"
    blocked_discarded: Annotated[Literal["own"], Field(description="Whose blocked cards a discard clears away.")] = (
        "own"
    )
    stacked_points: Annotated[
        Literal["as_below"], Field(description="A card of the same year counts like the one under it.")
    ] = "as_below"
    zero_rank: Annotated[Literal["first"], Field(description="The rank of a score of 0, which two ranks name.")] = (
        "first"
    )
