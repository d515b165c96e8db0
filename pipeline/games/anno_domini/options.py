"""What may differ from table to table in Anno Domini."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..core import Cap

Count = Annotated[int, Field(ge=1)]


class Options(BaseModel):
    """The options of Anno Domini; the defaults are the rules printed in *Frauen* and *Seefahrer & Flieger*.

    Where the printed rules are silent or contradict each other, the reading is an option or, where only one reading
    works, a field with that one value, so that a log can state it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    hand: Annotated[
        Count | Annotated[tuple[Count, ...], Field(min_length=2)],
        Field(description="Cards dealt to each player, or one number for each seat (children may get fewer)."),
    ] = 9
    wrong_doubt: Annotated[Count, Field(description="Cards drawn by who doubted a correct chain.")] = 4
    error_last: Annotated[Count, Field(description="Cards drawn by who laid last in a wrong chain.")] = 2
    max_players: Annotated[int, Field(ge=2, description="Most players; older boxes say 8.")] = 10
    starter: Annotated[int, Field(ge=0, description="Seat that begins: the owner of the game.")] = 0
    next_round_starter: Annotated[
        Literal["doubter", "left_of_doubter_if_correct"],
        Field(description="Who begins the next round; a reading of 1998 has the next seat after a correct chain."),
    ] = "doubter"
    reversal: Annotated[
        Literal["once_per_game", "once_per_player"],
        Field(description="How often play may turn round when a player comes down to two cards."),
    ] = "once_per_game"
    single_card_start: Annotated[
        Literal[1, 2], Field(description="Starting cards for a first player who has a single card left.")
    ] = 2
    allow_correct: Annotated[
        bool, Field(description="Whether the chain may be rearranged before a card is inserted.")
    ] = True
    correct_with_last: Annotated[
        bool, Field(description="Whether who lays the last card may rearrange the chain before.")
    ] = True
    correct_then_doubt: Annotated[
        Literal[False],
        Field(description="The chain is rearranged only with an insertion, not before a doubt."),
    ] = False
    raised_to_two: Annotated[
        Literal["no_reversal"], Field(description="What being raised to two cards by a penalty does.")
    ] = "no_reversal"
    drawn_first: Annotated[
        Literal["penalty"], Field(description="Penalties are drawn before the new starting card.")
    ] = "penalty"
    final_check: Annotated[
        Literal["forced_doubt"], Field(description="A last card is checked by the next player's doubt, always.")
    ] = "forced_doubt"
    exhausted: Annotated[
        Literal["reshuffle_used"], Field(description="A stock too short is filled up with the used cards, shuffled.")
    ] = "reshuffle_used"
    cap: Cap = 10_000
