"""Primes: the moduli of exact counts."""

from __future__ import annotations

from functools import lru_cache

# With these bases the Miller-Rabin test is never wrong below 3.3 * 10^24 (Sorenson and Webster, 2015).
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


def is_prime(n: int) -> bool:
    """Return whether ``n`` is a prime. It must be below 2**64."""
    if n < 2:
        return False
    for base in _BASES:
        if n % base == 0:
            return n == base
    twos = ((n - 1) & -(n - 1)).bit_length() - 1
    odd = (n - 1) >> twos
    for base in _BASES:
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


@lru_cache(maxsize=4096)
def _next_prime(n: int) -> int:
    n += 1
    while not is_prime(n):
        n += 1
    return n


def primes_above(n: int, count: int) -> list[int]:
    """Return the first ``count`` primes greater than ``n``."""
    primes: list[int] = []
    while len(primes) < count:
        n = _next_prime(n)
        primes.append(n)
    return primes
