"""Makes from the packages' fonts those that nearly all texts need: the ranges of fonts.css.

Latin is cut from a font of all weights. The Arabic companion comes as one font for each weight, a
third of each of which is the same; here it becomes one font of all weights from 400 to 600. What
lies between is their mean, as its designers have it: 500 is compared with their own.

Without the hints for screens of few pixels, which are a fifth of it and which most systems draw
letters without. What is farther from the designers' outlines than may be is not made.
"""

import re
from io import BytesIO
from pathlib import Path

from contours import as_of_one, contours_of, farthest, glyph_of
from fontTools import subset
from fontTools.designspaceLib import DesignSpaceDocument
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import build
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
PACKAGES = HERE / "../../../node_modules"
LATIN = PACKAGES / "@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2"
ARABIC = "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-{}-normal.woff2"

LIGHT, MEDIUM, BOLD = 400, 500, 600
MEDIUM_AT = 0.607
"""Where the designers' 500 lies between 400 and 600: what all of its outlines say."""
FINE = 1.5
"""How far an outline may lie from the designers', in thousandths of a letter's height: a tenth of a
pixel in the largest heading."""
COARSE = 5
"""The same for 500, and for all that is rounded on the way."""
UNITS = 500
"""Into how many a letter's height is divided: half as many as in the packages."""

# What says how others are written, and is not drawn itself.
UNSEEN = {0x61C, *range(0x200B, 0x2010), *range(0x2066, 0x206A)}


def ranges() -> dict[str, set[int]]:
    """The characters of each font that is made, as fonts.css has them."""
    found: dict[str, set[int]] = {}
    for rule in re.findall(r"@font-face {(.*?)}", (HERE / "fonts.css").read_text("utf-8"), re.S):
        file = re.search(r"url\(\./([\w-]+\.woff2)\)", rule)
        named = re.search(r"unicode-range:(.*?);", rule, re.S)
        if file and named:
            for first, last in re.findall(r"U\+(\w+)(?:-(\w+))?", named[1]):
                span = range(int(first, 16), int(last or first, 16) + 1)
                found.setdefault(file[1], set()).update(span)
    return found


def cut(font: TTFont, characters: set[int], **options: object) -> None:
    """Leaves these characters in a font, and what they are joined to."""
    chosen = subset.Options(hinting=False, name_IDs=[0, 1, 2], **options)
    subsetter = subset.Subsetter(chosen)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def saved(font: TTFont) -> TTFont:
    """As it is read again; some of fontTools works with that alone."""
    file = BytesIO()
    font.save(file)
    file.seek(0)
    return TTFont(file)


def save(font: TTFont, file: str) -> None:
    font.flavor = "woff2"
    font.recalcTimestamp = False
    font.save(HERE / file)
    print(
        f"{file}: {(HERE / file).stat().st_size / 1000:.1f} kB, {len(font.getGlyphOrder())} glyphs"
    )


def make_latin(file: str, characters: set[int]) -> None:
    # Nothing is thinner than 400.
    font = saved(instantiateVariableFont(TTFont(LATIN), {"wght": (LIGHT, 700)}))
    # Without the fractions.
    cut(font, characters, layout_features=["ccmp", "liga", "kern", "mark", "mkmk"])
    save(font, file)


def arabic(weight: int, characters: set[int]) -> TTFont:
    font = TTFont(PACKAGES / ARABIC.format(weight))
    cut(font, characters, glyph_names=True)
    return font


def make_arabic(file: str, characters: set[int]) -> None:
    light, medium, bold = (arabic(weight, characters) for weight in (LIGHT, MEDIUM, BOLD))
    put_in_step(light, bold)
    # Figures and what stands between words, so that Arabic texts need no second font.
    latin = characters & set(TTFont(LATIN).getBestCmap()) - set(light.getBestCmap())
    for font, weight in ((light, LIGHT), (bold, BOLD)):
        add_latin(font, weight, latin | characters & UNSEEN)
        as_high_as_latin(font)
    bold.setGlyphOrder(light.getGlyphOrder())
    bold["glyf"].setGlyphOrder(light.getGlyphOrder())

    space = DesignSpaceDocument()
    space.addAxisDescriptor(
        name="Weight", tag="wght", minimum=LIGHT, default=LIGHT, maximum=BOLD,
        map=[(LIGHT, 0), (MEDIUM, 1000 * MEDIUM_AT), (BOLD, 1000)],
    )  # fmt: skip
    for font, at in ((light, 0), (bold, 1000)):
        space.addSourceDescriptor(font=font, location={"Weight": at})
    font = saved(build(space)[0])
    draw_with_fewer_points(font)
    for name, original in ((LIGHT, arabic(LIGHT, characters)), (MEDIUM, medium),
                           (BOLD, arabic(BOLD, characters))):  # fmt: skip
        compare(instantiateVariableFont(font, {"wght": name}), original, name)
    scale_upem(font, UNITS)
    # Browsers know the widths from the outlines; they are asked for one family, not for styles.
    for table in ("HVAR", "STAT", "gasp"):
        if table in font:
            del font[table]
    cut(font, characters, layout_features=["*"], notdef_outline=False)
    save(font, file)


def outline(font: TTFont, name: str) -> list:
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    return contours_of(pen.value)


def put_in_step(light: TTFont, bold: TTFont) -> None:
    """Gives both the same glyphs, of the same parts or as many points."""
    for font, other in ((light, bold), (bold, light)):
        for name in font.getGlyphOrder():
            if name in other["glyf"].glyphs and parts(font, name) != parts(other, name):
                for each in (font, other):
                    each["glyf"][name] = glyph_of(outline(each, name))
    for font, other in ((light, bold), (bold, light)):
        drop(font, set(font.getGlyphOrder()) - set(other.getGlyphOrder()))
    for name in light.getGlyphOrder():
        if parts(light, name):
            for font in (light, bold):
                glyph = font["glyf"][name]
                glyph.components.sort(key=lambda part: (part.glyphName, part.x, part.y))
        elif light["glyf"][name].numberOfContours:
            pairs = zip(outline(light, name), outline(bold, name), strict=True)
            drawn = [as_of_one(a, b, FINE) for a, b in pairs]
            for font, side in ((light, 0), (bold, 1)):
                font["glyf"][name] = glyph_of([pair[side] for pair in drawn])


def parts(font: TTFont, name: str) -> list[str]:
    glyph = font["glyf"][name]
    return sorted(part.glyphName for part in glyph.components) if glyph.isComposite() else []


def drop(font: TTFont, names: set[str]) -> None:
    """Takes glyphs away that are parts of others only, and of none any more."""
    order = [name for name in font.getGlyphOrder() if name not in names]
    glyphs = {name: font["glyf"][name] for name in order}
    font["hmtx"].metrics = {name: font["hmtx"][name] for name in order}
    font.setGlyphOrder(order)
    font["glyf"].glyphs = glyphs
    font["glyf"].setGlyphOrder(order)
    font["maxp"].numGlyphs = len(order)


def add_latin(font: TTFont, weight: int, characters: set[int]) -> None:
    """Adds characters as the Latin font draws them; those that are not drawn as nothing."""
    latin = instantiateVariableFont(TTFont(LATIN), {"wght": weight})
    order, known = list(font.getGlyphOrder()), latin.getBestCmap()
    names = {}
    for character in sorted(characters):
        names[character] = name = f"latin{character:04X}"
        order.append(name)
        seen = character in known and character not in UNSEEN
        lines = outline(latin, known[character]) if seen else []
        font["glyf"].glyphs[name] = glyph_of(lines) if lines else TTGlyphPen(None).glyph()
        width = latin["hmtx"][known[character]][0] if seen else 0
        font["hmtx"].metrics[name] = (width, 0)
    font.setGlyphOrder(order)
    font["glyf"].setGlyphOrder(order)
    font["maxp"].numGlyphs = len(order)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(names)
    for name in order:
        glyph = font["glyf"][name]
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))


def as_high_as_latin(font: TTFont) -> None:
    """Lines stand where they do when Latin letters come first, with room for what hangs below."""
    latin = TTFont(LATIN)["hhea"]
    below = -font["hhea"].descent
    above = below + latin.ascent + latin.descent
    font["hhea"].ascent = font["OS/2"].sTypoAscender = font["OS/2"].usWinAscent = above
    font["hhea"].descent = font["OS/2"].sTypoDescender = -below
    font["OS/2"].usWinDescent = below


def draw_with_fewer_points(font: TTFont) -> None:
    """Says of a point how it moves where its neighbours do not say so already, to a thousandth."""
    glyphs = font["glyf"]
    for name, variations in font["gvar"].variations.items():
        points, control = glyphs._getCoordinatesAndControls(name, font["hmtx"].metrics)
        for variation in variations:
            variation.calcInferredDeltas(points, control.endPts)
            variation.roundDeltas()
            is_composite = control.numberOfContours == -1
            variation.optimize(points, control.endPts, tolerance=1, isComposite=is_composite)


def compare(made: TTFont, original: TTFont, weight: int) -> None:
    """Fails where a glyph is not as the designers drew it, or does not take as much room."""
    worst = 0.0
    for name in made.getGlyphOrder():
        if name not in original["glyf"].glyphs:
            continue
        wide = abs(made["hmtx"][name][0] - original["hmtx"][name][0])
        far = max(wide, farthest(outline(made, name), outline(original, name)))
        assert far <= COARSE, f"{name} at {weight} is {far:.1f} away"
        worst = max(worst, far)
    print(f"Arabic at {weight}: at most {worst:.1f} thousandths from the designers'")


if __name__ == "__main__":
    for file, characters in ranges().items():
        (make_latin if file == "latin.woff2" else make_arabic)(file, characters)
