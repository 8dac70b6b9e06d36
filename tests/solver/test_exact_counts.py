"""The arithmetic behind exact counts: primes, residues, and what happens where a budget does not suffice."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sapper import OutOfBudget, View, analyse
from sapper.solver.analysis import _within_budget, check_limit
from sapper.solver.primes import is_prime, primes_above

SIEVE = 20_000
# Composite numbers that the Miller-Rabin test takes for primes with fewer bases than it should use:
# the smallest for each set of first bases (Jaeschke, 1993; Jiang and Deng, 2014).
PSEUDOPRIMES = [
    2047,
    1373653,
    25326001,
    3215031751,
    2152302898747,
    3474749660383,
    341550071728321,
    3825123056546413051,
]


def sieved() -> list[int]:
    """All primes below `SIEVE`, by the sieve of Eratosthenes."""
    free = np.ones(SIEVE, bool)
    free[:2] = False
    for n in range(2, math.isqrt(SIEVE) + 1):
        if free[n]:
            free[n * n :: n] = False
    return [int(n) for n in np.flatnonzero(free)]


def test_primes_are_those_of_the_sieve() -> None:
    assert [n for n in range(-3, SIEVE) if is_prime(n)] == sieved()


def test_numbers_that_look_like_primes_are_none() -> None:
    assert not any(is_prime(n) for n in PSEUDOPRIMES)
    assert not is_prime(561)  # the smallest number of Carmichael
    assert all(is_prime(n) for n in (2**31 - 1, 2**61 - 1, 2**64 - 59))
    assert is_prime((2**31 - 1) * (2**31 - 1)) is False
    assert is_prime(2**31 - 1) is True


def test_the_next_primes_are_found_in_order_and_none_is_left_out() -> None:
    primes = sieved()
    assert primes_above(0, 5) == [2, 3, 5, 7, 11]
    assert primes_above(7, 3) == [11, 13, 17]
    assert primes_above(100, 200) == [n for n in primes if n > 100][:200]
    assert primes_above(2**61, 0) == []
    above = primes_above(2**61, 2)
    assert [n for n in range(2**61 + 1, above[1] + 1) if is_prime(n)] == above


@pytest.mark.parametrize(("cells", "mines"), [(8, 4), (64, 32), (66, 33), (140, 70), (400, 200), (1000, 500)])
def test_a_row_without_numbers_has_a_binomial_count_of_layouts(cells: int, mines: int) -> None:
    assert analyse(View.parse(f"{'?' * cells} {mines}")).solutions == math.comb(cells, mines)


def test_a_count_that_does_not_fit_into_the_budget_is_refused() -> None:
    estimated = analyse(View.parse("???/?1?/??? 1"), budget=0)
    assert not estimated.exact
    with pytest.raises(OutOfBudget, match="allow more time or memory"):
        _ = estimated.solutions
    assert "estimated" in repr(estimated)


def test_only_a_failure_of_the_core_is_a_matter_of_budget() -> None:
    def broken() -> int:
        raise KeyError("another mistake")

    assert _within_budget(lambda: 7) == 7
    with pytest.raises(KeyError):
        _within_budget(broken)


@pytest.mark.parametrize("value", [-1, -0.001, math.nan, "1", None, [1]])
def test_a_limit_is_a_number_of_zero_or_more(value: object) -> None:
    with pytest.raises(ValueError, match="a budget is a number of seconds, 0 or more"):
        check_limit("a budget", "seconds", value, float)


def test_a_limit_is_cut_to_what_the_core_can_count() -> None:
    assert check_limit("memory", "bytes", 0, int) == 0
    assert check_limit("memory", "bytes", 2**62 - 1, int) == 2**62 - 1
    assert check_limit("memory", "bytes", 2**62, int) == 2**62
    assert check_limit("memory", "bytes", 2**80, int) == 2**62
    assert check_limit("memory", "bytes", math.inf, int) == 2**62
    assert isinstance(check_limit("memory", "bytes", 1.5, int), int)
    assert isinstance(check_limit("a budget", "seconds", 1, float), float)
