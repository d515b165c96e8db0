"""Addresses: which are meant, and which may be asked."""

import ipaddress
import re
from collections.abc import Collection
from urllib.parse import parse_qs, urlsplit

_SHEET = re.compile(r"/spreadsheets/d/([\w-]+)(?:/(?:edit|view|htmlview|preview)?)?$")


def is_address(name: str) -> bool:
    """Tell whether the name of an input is an address on the web."""
    return name.lower().startswith(("https://", "http://"))


def export_address(address: str) -> str:
    """Return where the table is that an address shows: a Google sheet's page becomes its export as CSV."""
    parts = urlsplit(address)
    sheet = _SHEET.fullmatch(parts.path)
    if parts.hostname != "docs.google.com" or not sheet:
        return address
    tabs = parse_qs(parts.query).get("gid", []) + parse_qs(parts.fragment).get("gid", [])
    tab = f"&gid={tabs[-1]}" if tabs and tabs[-1].isdecimal() else ""
    return f"https://docs.google.com/spreadsheets/d/{sheet[1]}/export?format=csv{tab}"


def is_open_to_all(peer: str, allowed: Collection[str]) -> bool:
    """Tell whether a numeric address belongs to the public network, or was allowed by name."""
    try:
        address = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return (mapped.is_global and not mapped.is_multicast) or str(mapped) in allowed


def is_loopback(host: str) -> bool:
    """Tell whether a host is this computer."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
