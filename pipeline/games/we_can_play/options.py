"""What may differ from table to table in We Can Play."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..core import Cap

Count = Annotated[int, Field(ge=1)]


class _Shared(BaseModel):
    """What both games of We Can Play may vary."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    goal: Annotated[int, Field(ge=2, description="Cards of a row that wins, the start card included.")] = 7
    anonymous: Annotated[
        int,
        Field(ge=0, le=100, description="Anonymous cards in the deck; the rules say 5 in one place and 3 in another."),
    ] = 5
    cards: Annotated[
        int | None, Field(ge=2, description="Cards in the box, anonymous ones included (63, 86, 101); null: any.")
    ] = None
    cap: Cap = 10_000


class Options(_Shared):
    """The options of We Can Play for several players; the defaults are the German rules of the box of 101 cards."""

    max_players: Annotated[int, Field(ge=2, description="Most players; the first edition says 5.")] = 8
    max_new: Annotated[Count, Field(description="New cards that may be laid in one turn, risk cards included.")] = 2
    goal_choice: Annotated[
        Count, Field(description="Cards from which the others pick the one that would complete a row; 1: no choice.")
    ] = 3
    last_card: Annotated[
        Literal["completes_the_row"], Field(description="The last card that the others choose: it completes a row.")
    ] = "completes_the_row"
    unchosen: Annotated[Literal["bottom"], Field(description="Where the cards go that were not picked.")] = "bottom"
    deal_first: Annotated[
        bool, Field(description="Everybody gets a start card before the first turn, not at the own first turn.")
    ] = True
    keep_ends_turn: Annotated[bool, Field(description="Keeping an anonymous card ends the turn.")] = True
    anon_auto: Annotated[
        Literal[True], Field(description="An anonymous card is used by itself when a risk card is wrong.")
    ] = True
    anon_protects: Annotated[
        Literal["risk_card"], Field(description="A wrong first card costs nothing but itself and needs no protection.")
    ] = "risk_card"
    removed: Annotated[
        Literal["out"], Field(description="Wrong cards leave the game; they come back only if the stock is used up.")
    ] = "out"
    tie_guess: Annotated[Literal["seat_order"], Field(description="Of equally near guesses the earlier seat wins.")] = (
        "seat_order"
    )


class SoloOptions(_Shared):
    """The options of the solo game."""

    mistakes: Annotated[Count, Field(description="Mistake that loses the game.")] = 3
    anon_spent_on_success: Annotated[
        bool, Field(description="An anonymous card laid as cover is spent although the card was right.")
    ] = True
    covered_counts: Annotated[bool, Field(description="A covered wrong card counts as a mistake.")] = False
    anon_lost_with_row: Annotated[bool, Field(description="Anonymous cards are lost together with the row.")] = False
