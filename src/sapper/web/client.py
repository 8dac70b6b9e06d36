"""The sender of a request: who it is for the games it owns, and who it is for the limits."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, ip_address

COOKIE = "sapper-client"
_TOKEN = re.compile(r"[0-9a-f]{32}")
_SITE = 64
"""The bits of an IPv6 address that name a network. Whoever has one address of it usually has all of them."""


@dataclass(frozen=True, slots=True)
class Client:
    """The sender of a request: a browser, identified by its cookie, at a network address."""

    token: str
    """The cookie of the browser, or the one that the response gives it."""
    address: str
    """The network address; of IPv6 only the network."""
    is_known: bool = True
    """Whether the request itself carried the cookie."""

    @property
    def key(self) -> str:
        """Whom the limits count: the browser, or all senders without a cookie at one address together.

        A sender who throws every cookie away is one client, and not a new one with each request.
        """
        return self.token if self.is_known else f"at {self.address}"

    @classmethod
    def of(cls, cookies: str, peer: str | None) -> Client:
        """Identify a sender by its `Cookie` header and its network address."""
        token = cookie_of(cookies, COOKIE)
        is_known = _TOKEN.fullmatch(token) is not None
        return cls(token if is_known else secrets.token_hex(16), network_of(peer), is_known)


def cookie_of(cookies: str, name: str) -> str:
    """Return the value of one cookie of a `Cookie` header; empty when it is missing."""
    try:
        found = SimpleCookie(cookies).get(name)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def network_of(peer: str | None) -> str:
    """Return the address that the limits count.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::')
    """
    if peer is None:
        return "local"
    try:
        address = ip_address(peer.partition("%")[0])
    except ValueError:
        return peer
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    host = 128 - _SITE
    return str(address if address.is_loopback else IPv6Address(int(address) >> host << host))
