"""Addresses: which are meant, and which may be asked."""

import ipaddress
import re
from collections.abc import Collection
from urllib.parse import parse_qs, urlsplit

Numeric = ipaddress.IPv4Address | ipaddress.IPv6Address

_SHEET = re.compile(r"/spreadsheets/d/([\w-]+)(?:/(?:edit|view|htmlview|preview)?)?$")
_TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")))
"""Networks whose last four bytes are an address of the old kind."""
_LOCAL = tuple(map(ipaddress.ip_network, ("fec0::/10", "64:ff9b:1::/48", "192.0.0.0/24", "3fff::/20", "5f00::/16")))
"""Networks that the special registries of IANA keep from the public, and Python 3.11 does not know as such."""


class AddressError(ValueError):
    """What was given is no address that may be asked; the message says why, for users."""


def is_address(name: str) -> bool:
    """Tell whether the name of an input is an address on the web."""
    return name.lower().startswith(("https://", "http://"))


def export_address(address: str) -> str:
    """Return where the table is that an address shows: a Google sheet's page becomes its export as CSV."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    sheet = _SHEET.fullmatch(parts.path)
    if parts.hostname != "docs.google.com" or not sheet:
        return address
    tabs = parse_qs(parts.query).get("gid", []) + parse_qs(parts.fragment).get("gid", [])
    tab = f"&gid={tabs[-1]}" if tabs and tabs[-1].isdecimal() else ""
    return f"https://docs.google.com/spreadsheets/d/{sheet[1]}/export?format=csv{tab}"


def host_of(address: str, allow: Collection[str], *, plain: bool) -> str:
    """Return the host of an address that may be asked; raises AddressError.

    Unless `plain`, nothing is asked without encryption, but for this computer where it is among those of `allow`.
    """
    try:
        parts = urlsplit(address)
        host, scheme = parts.hostname or "", parts.scheme.lower()
        _ = parts.port
    except ValueError as error:
        raise AddressError(f"no address ({error})") from None
    if not host:
        raise AddressError("no address: the host is missing")
    if scheme == "https" or (scheme == "http" and (plain or (is_loopback(host) and host in allow))):
        return host
    raise AddressError(f"only {'http:// and ' if plain else ''}https:// addresses are read")


def is_open_to_all(peer: str, allow: Collection[str]) -> bool:
    """Tell whether a numeric address belongs to the public network, or was allowed by name."""
    try:
        address = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        return False
    meant = _carried(address) or address
    public = meant.is_global and not meant.is_multicast and not any(meant in network for network in _LOCAL)
    return public or not {str(address), str(meant)}.isdisjoint(allow)


def _carried(address: Numeric) -> Numeric | None:
    """Return the address of the old kind that one of the new kind stands for."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if any(address in network for network in _TRANSLATED) and int(address) > 1:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def is_loopback(host: str) -> bool:
    """Tell whether a host is this computer."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
