"""Outlines of two weights of a letter with as many points each, so that all between are their mean.

The packages' fonts have curves of the second degree, which were made of the designers' curves of
the third, for each weight by itself: here of two, there of three pieces. What was one is found
again, and made into as many pieces in both.
"""

import math
from collections.abc import Iterator

from fontTools.cu2qu import curves_to_quadratic
from fontTools.pens.ttGlyphPen import TTGlyphPen

Point = tuple[float, float]
Segment = tuple[Point, tuple[Point, ...]]
"""From a point along a line to the next, or along curves by the points that draw them."""


def contours_of(drawn: list) -> list[list[Segment]]:
    """What a pen has recorded, as segments."""
    contours: list[list[Segment]] = []
    at = start = (0, 0)
    for step, points in drawn:
        if step == "moveTo":
            contours.append([])
            at = start = points[0]
        elif step == "closePath":
            if at != start:
                contours[-1].append((at, (start,)))
        else:
            contours[-1].append((at, points))
            at = points[-1]
    return contours


def glyph_of(contours: list[list[Segment]]) -> object:
    pen = TTGlyphPen(None, outputImpliedClosingLine=True)
    for contour in contours:
        pen.moveTo(contour[0][0])
        for _, points in contour:
            (pen.lineTo if len(points) == 1 else pen.qCurveTo)(*points)
        pen.closePath()
    # Both weights keep the points that only one of them could do without.
    return pen.glyph(dropImpliedOnCurves=False)


def as_of_one(a: list[Segment], b: list[Segment], most: float) -> tuple[list, list]:
    """Both contours with as many points; each is at most so far from what it was."""
    made: tuple[list[Segment], list[Segment]] = ([], [])
    pairs = in_pairs(a, b)
    at = [next(pair[side][0] for pair in pairs if pair[side]) for side in (0, 1)]

    def go(side: int, *points: Point) -> None:
        made[side].append((at[side], points))
        at[side] = points[-1]

    for pair in pairs:
        if None in pair:
            # One of them stands still meanwhile.
            for side, segment in enumerate(pair):
                count = len((segment or pair[1 - side])[1])
                go(side, *(segment[1] if segment else [at[side]] * count))
        elif {len(points) for _, points in pair} <= {1} or {len(points) for _, points in pair} == {
            2
        }:
            for side, segment in enumerate(pair):
                go(side, *segment[1])
        else:
            curves = curves_to_quadratic([cubic(segment) for segment in pair], [most, most])
            for side, (_, *points) in enumerate(curves):
                go(side, *points)
    return made


def in_pairs(a: list[Segment], b: list[Segment]) -> list[tuple[Segment | None, Segment | None]]:
    """Which segment of one is which of the other, or none of it, from the start that fits best."""
    best = aligned(a, b)
    for turn in range(1, len(b)):
        if best[0] < len(a) * 20:
            break
        best = min(best, aligned(a, b[turn:] + b[:turn]), key=lambda found: found[0])
    return best[1]


def aligned(a: list[Segment], b: list[Segment]) -> tuple[float, list]:
    cheapest: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(0, 0): (0, (0, 0))}
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            ways = []
            if i and j:
                ways.append((cheapest[i - 1, j - 1][0] + unlike(a[i - 1], b[j - 1]), (1, 1)))
            if i:
                ways.append((cheapest[i - 1, j][0] + size(a[i - 1]), (1, 0)))
            if j:
                ways.append((cheapest[i, j - 1][0] + size(b[j - 1]), (0, 1)))
            if ways:
                cheapest[i, j] = min(ways)
    pairs = []
    i, j = len(a), len(b)
    while i or j:
        step = cheapest[i, j][1]
        pairs.append((a[i - 1] if step[0] else None, b[j - 1] if step[1] else None))
        i, j = i - step[0], j - step[1]
    return cheapest[len(a), len(b)][0], pairs[::-1]


def along(segment: Segment) -> Point:
    (x, y), points = segment
    return points[-1][0] - x, points[-1][1] - y


def unlike(a: Segment, b: Segment) -> float:
    """How much speaks against two segments being the same one: another way, another kind."""
    p, q = along(a), along(b)
    shorter, both = min(math.hypot(*p), math.hypot(*q)), math.hypot(*p) * math.hypot(*q)
    turned = 1 - (p[0] * q[0] + p[1] * q[1]) / both if shorter > 1 else 0
    return math.dist(p, q) + turned * shorter + 12 * ((len(a[1]) == 1) != (len(b[1]) == 1))


def size(segment: Segment) -> float:
    """How much speaks against a segment being in one of them only: mostly, short lines are."""
    return math.hypot(*along(segment)) + (4 if len(segment[1]) == 1 else 24)


def pieces(segment: Segment) -> Iterator[tuple[Point, Point, Point]]:
    at, (*between, end) = segment
    for index, control in enumerate(between):
        last = index == len(between) - 1
        following = end if last else middle(control, between[index + 1])
        yield at, control, following
        at = following


def middle(p: Point, q: Point, share: float = 0.5) -> Point:
    return p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])


def on(piece: tuple[Point, Point, Point], t: float) -> Point:
    a, b, c = piece
    return middle(middle(a, b, t), middle(b, c, t), t)


def cubic(segment: Segment) -> tuple[Point, Point, Point, Point]:
    """The curve of the third degree that a segment was made of."""
    start, points = segment
    end = points[-1]
    if len(points) <= 2:
        control = middle(start, end) if len(points) == 1 else points[0]
        return start, middle(start, control, 2 / 3), middle(end, control, 2 / 3), end
    # Its ends and its directions there are known; how far it goes in them, by least squares.
    out, back = towards(start, points[0]), towards(end, points[-2])
    parts = list(pieces(segment))
    known = [
        ((i + t) / len(parts), on(part, t))
        for i, part in enumerate(parts)
        for t in (0, 0.25, 0.5, 0.75)
    ]
    oo = ob = bb = o = b = 0.0
    for t, (x, y) in known[1:]:
        near, far = 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2
        x -= ((1 - t) ** 3 + near) * start[0] + (t**3 + far) * end[0]
        y -= ((1 - t) ** 3 + near) * start[1] + (t**3 + far) * end[1]
        oo += near * near
        ob += near * far * (out[0] * back[0] + out[1] * back[1])
        bb += far * far
        o += near * (out[0] * x + out[1] * y)
        b += far * (back[0] * x + back[1] * y)
    det = oo * bb - ob * ob
    first, second = (o * bb - b * ob) / det, (b * oo - o * ob) / det
    return (
        start,
        (start[0] + first * out[0], start[1] + first * out[1]),
        (end[0] + second * back[0], end[1] + second * back[1]),
        end,
    )


def towards(p: Point, q: Point) -> Point:
    length = math.dist(p, q) or 1
    return (q[0] - p[0]) / length, (q[1] - p[1]) / length


def farthest(a: list[list[Segment]], b: list[list[Segment]]) -> float:
    """How far the outlines of one lie from those of the other, where most."""
    p, q = [polygon(contour) for contour in a], [polygon(contour) for contour in b]
    return max((away(one, other) for one, other in ((p, q), (q, p)) if one and other), default=0)


def polygon(contour: list[Segment]) -> list[Point]:
    found = [contour[0][0]]
    for segment in contour:
        if len(segment[1]) == 1:
            found.append(segment[1][0])
        for piece in pieces(segment) if len(segment[1]) > 1 else ():
            found += [on(piece, t / 4) for t in (1, 2, 3, 4)]
    return found


def away(points: list[list[Point]], lines: list[list[Point]]) -> float:
    edges = [edge for line in lines for edge in zip(line, line[1:], strict=False)]
    return max(min(to_edge(point, *edge) for edge in edges) for line in points for point in line)


def to_edge(point: Point, start: Point, end: Point) -> float:
    (x, y), (dx, dy) = (
        (point[0] - start[0], point[1] - start[1]),
        (end[0] - start[0], end[1] - start[1]),
    )
    length = dx * dx + dy * dy
    share = min(1, max(0, (x * dx + y * dy) / length)) if length else 0
    return math.hypot(x - share * dx, y - share * dy)
