"""``wildmix.toml``: the configuration of a workspace."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

CONFIG = "wildmix.toml"

BaseAddress = Annotated[str, Field(pattern=r"^https?://\S+$")]


class Fetching(BaseModel):
    """``[fetch]``: how the web is asked, when a command asks it. Times are in seconds.

    `allow` names hosts or numeric addresses of private networks that may be read from; `archive`, `wikidata` and `doi`
    are where the services are that know of sources.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    allow: tuple[str, ...] = ()
    timeout: Annotated[float, Field(gt=0, le=600)] = 20.0
    retries: Annotated[int, Field(strict=True, ge=0, le=10)] = 2
    backoff: Annotated[float, Field(ge=0, le=600)] = 1.0
    longest_wait: Annotated[float, Field(ge=0, le=3600)] = 60.0
    pause: Annotated[float, Field(ge=0, le=600)] = 1.0
    archive: BaseAddress = "https://archive.org"
    wikidata: BaseAddress = "https://www.wikidata.org"
    doi: BaseAddress = "https://doi.org"


class Config(BaseModel):
    """``wildmix.toml``: what holds for the whole workspace."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    title: str = "wildmix"
    print_language: Annotated[str, Field(pattern=r"^[a-z]{2}$")] = "de"
    print_profile: str = "home"
    fetch: Fetching = Field(default_factory=Fetching)
