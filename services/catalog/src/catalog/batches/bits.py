"""Columns of values and of numbers as bits: large integers whose bits are the rows, or slots."""

import sys
from array import array
from collections.abc import Hashable, Iterable
from typing import Any

WIDTH = 32
"""Bits of a number."""
MAX_NUMBER = (1 << WIDTH) - 1
MAX_LIMITS = 64
"""Comparisons of a column of numbers that are remembered."""
_HAS_BIT = [bytes(ord("0") + (byte >> bit & 1) for byte in range(256)) for bit in range(8)]
"""For each bit of a byte: its digit in place of the byte."""
_NUMBERS = bytes(byte & 1 for byte in range(256))
"""In place of the digits 0 and 1 the numbers."""


class Values:
    """The slots of each value of a column."""

    def __init__(self) -> None:
        self._slots: dict[Hashable, int] = {}

    def flip(self, value: Hashable, slots: int) -> None:
        """Put slots under a value, or take away those that are there."""
        left = self._slots.get(value, 0) ^ slots
        if left:
            self._slots[value] = left
        else:
            self._slots.pop(value, None)

    def of(self, *values: Hashable) -> int:
        """The slots of any of these values."""
        found = 0
        for value in values:
            found |= self._slots.get(value, 0)
        return found

    def items(self) -> Iterable[tuple[Any, int]]:
        """Each value with its slots."""
        return self._slots.items()


class Numbers:
    """A column that is compared by size: the slots of each bit of its numbers."""

    def __init__(self, numbers: "array[int]") -> None:
        self._numbers = numbers
        self._planes = [_plane(numbers, bit) for bit in range(WIDTH)]
        self._limits: dict[int, int] = {}

    def __getitem__(self, slot: int) -> int:
        return self._numbers[slot]

    def __setitem__(self, slot: int, number: int) -> None:
        different = self._numbers[slot] ^ number
        for bit in range(different.bit_length()):
            if different >> bit & 1:
                self._planes[bit] ^= 1 << slot
        if different:
            self._numbers[slot] = number
            self._limits.clear()

    def extend(self, slots: int) -> None:
        """Add empty slots, whose number is 0."""
        self._numbers.extend([0] * slots)
        self._limits.clear()

    def below(self, limit: int) -> int:
        """The slots whose number is below the limit."""
        if limit not in self._limits:
            if len(self._limits) == MAX_LIMITS:
                self._limits.clear()
            self._limits[limit] = self._below(limit)
        return self._limits[limit]

    def _below(self, limit: int) -> int:
        less, equal = 0, (1 << len(self._numbers)) - 1
        if limit <= 0 or limit >> WIDTH:
            return equal if limit > 0 else 0
        for bit in reversed(range(WIDTH)):
            both = equal & self._planes[bit]
            if limit >> bit & 1:
                less |= equal ^ both
                equal = both
            else:
                equal ^= both
        return less


def bits_at(slots: Iterable[int]) -> int:
    """The integer with these bits."""
    found = list(slots)
    packed = bytearray(max(found, default=0) // 8 + 1)
    for slot in found:
        packed[slot >> 3] |= 1 << (slot & 7)
    return int.from_bytes(packed, "little")


def flags_of(bits: int, length: int) -> bytes:
    """A byte for each slot: 1 where it is among the bits."""
    return f"{bits:0{length}b}".encode().translate(_NUMBERS)[::-1]


def _plane(numbers: "array[int]", bit: int) -> int:
    """The slots whose number has the bit."""
    octets = numbers.tobytes()[bit // 8 if sys.byteorder == "little" else 3 - bit // 8 :: 4]
    return int(octets.translate(_HAS_BIT[bit % 8])[::-1] or b"0", 2)
