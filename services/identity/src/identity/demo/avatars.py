"""Pictures for the demo: initials on a colour."""

import io

from kit.documents.pixels import QUALITY
from PIL import Image, ImageDraw, ImageFont

from identity.accounts.profiles.rules import SIDES

SIZE = max(SIDES.values())
COLOURS = (
    "#047857", "#0e7490", "#1d4ed8", "#4338ca", "#6d28d9", "#a21caf",
    "#be123c", "#c2410c", "#a16207", "#4d7c0f", "#115e59", "#334155",
)  # fmt: skip


def choose_colour(number: int) -> str:
    """Choose a colour by number; neighbours differ."""
    return COLOURS[number * 5 % len(COLOURS)]


def get_initials(name: str) -> str:
    """Return the first and last initial, without the article."""
    words = [word for word in name.split() if word.lower() not in {"al", "el", "dela"}]
    return (words[0][0] + words[-1][0]).upper()


def draw(initials: str, colour: str) -> dict[int, bytes]:
    """Draw square WebP pictures by density, in the form of `make_square`."""
    picture = Image.new("RGB", (SIZE, SIZE), colour)
    pen = ImageDraw.Draw(picture)
    # A lighter disc behind the letters keeps a plain square from looking like a missing picture.
    pen.ellipse((-SIZE // 3, SIZE // 2, SIZE, SIZE * 2), fill=_lighter(colour))
    font = ImageFont.load_default(SIZE * 0.40 if len(initials) < 3 else SIZE * 0.30)
    pen.text((SIZE / 2, SIZE / 2), initials, fill="white", font=font, anchor="mm")
    return {density: _webp(picture.reduce(SIZE // side)) for density, side in SIDES.items()}


def _webp(picture: Image.Image) -> bytes:
    target = io.BytesIO()
    # A third of the default method's time, and as small for a few flat colours.
    picture.save(target, "WEBP", quality=QUALITY, method=2)
    return target.getvalue()


def _lighter(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return (red + (255 - red) // 8, green + (255 - green) // 8, blue + (255 - blue) // 8)
