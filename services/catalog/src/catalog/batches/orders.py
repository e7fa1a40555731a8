"""Slots in an order, in portions: those of which nothing is found are passed over at once."""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from catalog.batches.bits import bits_at

PORTION = 2000
MAX_MOVED = 1000
"""Slots that are sorted in one by one; of more, all are sorted anew."""

Key = Callable[[int], Any]


class Order:
    """Slots by a key that tells any two apart."""

    def __init__(self, slots: Iterable[int], key: Key) -> None:
        in_order = sorted(slots, key=key)
        self._key = key
        self._portions = [
            in_order[start : start + PORTION] for start in range(0, len(in_order), PORTION)
        ]
        self._bits = [bits_at(portion) for portion in self._portions]

    def move(self, moved: set[int], used: Iterable[int]) -> None:
        """Sort in anew those of the slots that are used, whose keys have changed, and leave out the
        others."""
        bits = bits_at(moved)
        for index, portion in enumerate(self._portions):
            if self._bits[index] & bits:
                self._set(index, [slot for slot in portion if slot not in moved])
        kept = [index for index, portion in enumerate(self._portions) if portion]
        self._portions = [self._portions[index] for index in kept]
        self._bits = [self._bits[index] for index in kept]
        for slot in used:
            self._insert(slot)

    def among(self, slots: int, offset: int = 0) -> Iterator[int]:
        """The slots that are among these in their order, without the first of them."""
        packed = b""
        for portion, bits in zip(self._portions, self._bits, strict=True):
            found = slots & bits
            if not found:
                continue
            if offset and offset >= (count := found.bit_count()):
                offset -= count
                continue
            packed = packed or slots.to_bytes(slots.bit_length() // 8 + 1, "little")
            last = len(packed) << 3
            here = [each for each in portion if each < last and packed[each >> 3] >> (each & 7) & 1]
            yield from here[offset:]
            offset = 0

    def _insert(self, slot: int) -> None:
        if not self._portions:
            self._portions, self._bits = [[]], [0]
        # The first portion that ends behind it, or else the last.
        ends = [portion[-1] for portion in self._portions[:-1]]
        index = bisect_left(ends, self._key(slot), key=self._key)
        insort(self._portions[index], slot, key=self._key)
        self._bits[index] |= 1 << slot
        if len(self._portions[index]) > 2 * PORTION:
            half = self._portions[index][PORTION:]
            self._portions.insert(index + 1, half)
            self._bits.insert(index + 1, bits_at(half))
            self._set(index, self._portions[index][:PORTION])

    def _set(self, index: int, portion: list[int]) -> None:
        self._portions[index] = portion
        self._bits[index] = bits_at(portion)
