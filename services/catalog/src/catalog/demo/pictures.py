"""Pictures of the demo's trainings: one flat drawing per main category, resized as uploads are."""

import io
from base64 import urlsafe_b64encode
from collections.abc import Callable
from itertools import pairwise

from kit.core.files import Files
from kit.documents.picture_options import PictureOptions
from kit.documents.pictures import MEDIA_TYPE
from kit.documents.pixels import process
from kit.domain.demo import demo_id
from PIL import Image, ImageDraw

from catalog.demo.categories import CATEGORIES
from catalog.demo.schedule import TRAININGS
from catalog.pictures.service import BOXES, list_keys

WIDTH, HEIGHT = BOXES["trainings"][-1]
_GROUND = 560
_INK, _WHITE, _AMBER, _RED, _BLUE = "#0b3b2e", "#f8fafc", "#f59e0b", "#dc2626", "#0e7490"
_GREEN, _LIGHT, _GREY, _WOOD = "#047857", "#6ee7b7", "#94a3b8", "#d9a066"
_SKIES = {
    "warehousing": "#d1fae5",
    "road-transport": "#dbeafe",
    "dangerous-goods": "#fef3c7",
    "customs-trade": "#e0e7ff",
    "ports-maritime": "#cffafe",
    "freight-air": "#e0f2fe",
    "supply-chain": "#ecfccb",
    "delivery-cold-chain": "#f1f5f9",
}

Pen = ImageDraw.ImageDraw


def get_version(code: str) -> str:
    """Return the token in the URL of a training's picture, identical in every run."""
    return urlsafe_b64encode(demo_id("picture", code).bytes).decode().rstrip("=")


async def store_pictures(files: Files) -> None:
    """Store missing pictures."""
    mains = {sub.slug: main.slug for main in CATEGORIES for sub in main.children}
    drawn: dict[str, list[bytes]] = {}
    for _, training in TRAININGS:
        main = mains[training.category]
        keys = list_keys(
            "trainings", demo_id("training", training.code), get_version(training.code)
        )
        if await files.get(keys[-1]):
            continue
        if main not in drawn:
            drawn[main] = process(draw(main), PictureOptions(boxes=BOXES["trainings"]))
        for key, content in zip(keys, drawn[main], strict=True):
            await files.put(key, content, MEDIA_TYPE)


def draw(main: str) -> bytes:
    """Draw a main category's picture, as a PNG like an upload."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), _SKIES[main])
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, _GROUND, WIDTH, HEIGHT), fill=_INK)
    _SCENES[main](pen)
    target = io.BytesIO()
    picture.save(target, "PNG", compress_level=1)
    return target.getvalue()


def _crate(pen: Pen, x: int, y: int, side: int = 100) -> None:
    pen.rectangle((x, y - side, x + side, y), fill=_WOOD, outline=_INK, width=5)
    pen.line((x, y - side // 2, x + side, y - side // 2), fill=_INK, width=5)


def _wheels(pen: Pen, *centres: int) -> None:
    for x in centres:
        pen.ellipse(
            (x - 46, _GROUND - 46, x + 46, _GROUND + 46), fill=_INK, outline=_GREY, width=14
        )


def _container(pen: Pen, x: int, y: int, colour: str) -> None:
    pen.rectangle((x, y - 110, x + 260, y), fill=colour, outline=_INK, width=5)
    for rib in range(x + 30, x + 260, 30):
        pen.line((rib, y - 95, rib, y - 15), fill=_INK, width=4)


def _warehouse(pen: Pen) -> None:
    for level in (200, 380, _GROUND):
        pen.rectangle((120, level - 12, 800, level), fill=_GREEN)
        for place in range(4):
            if (place + level) % 7:
                _crate(pen, 150 + place * 165, level - 12)
    for post in (120, 788):
        pen.rectangle((post, 90, post + 16, _GROUND), fill=_GREEN)
    pen.rectangle((930, 400, 1090, 530), fill=_AMBER, outline=_INK, width=5)
    pen.rectangle((900, 220, 916, 540), fill=_INK)
    pen.rectangle((820, 526, 910, 540), fill=_INK)
    pen.line((950, 400, 970, 280, 1060, 280, 1080, 400), fill=_INK, width=14)
    _wheels(pen, 960, 1070)


def _road(pen: Pen) -> None:
    for dash in range(40, WIDTH, 240):
        pen.rectangle((dash, 640, dash + 130, 656), fill=_AMBER)
    _container(pen, 220, 510, _GREEN)
    _container(pen, 480, 510, _GREEN)
    pen.rectangle((200, 510, 900, 530), fill=_INK)
    pen.polygon(((770, 520), (770, 330), (890, 330), (950, 420), (950, 520)), fill=_AMBER)
    pen.polygon(((800, 360), (875, 360), (920, 425), (800, 425)), fill=_WHITE)
    _wheels(pen, 300, 410, 640, 860)


def _danger(pen: Pen) -> None:
    for x, colour in ((160, _BLUE), (380, _RED), (600, _GREEN)):
        pen.rectangle((x, 300, x + 180, _GROUND), fill=colour, outline=_INK, width=6)
        pen.ellipse((x, 270, x + 180, 330), fill=colour, outline=_INK, width=6)
        for band in (390, 470):
            pen.line((x, band, x + 180, band), fill=_INK, width=6)
    pen.polygon(
        ((1000, 220), (1160, 380), (1000, 540), (840, 380)), fill=_AMBER, outline=_INK, width=12
    )
    pen.polygon(((1000, 280), (1030, 400), (970, 400)), fill=_INK)
    pen.ellipse((978, 425, 1022, 469), fill=_INK)


def _customs(pen: Pen) -> None:
    pen.rectangle((180, 120, 600, _GROUND), fill=_WHITE, outline=_INK, width=6)
    for line in range(190, 460, 45):
        pen.rectangle((230, line, 550 - line % 4 * 40, line + 14), fill=_GREY)
    pen.ellipse((440, 400, 580, 540), outline=_RED, width=12)
    pen.line((480, 470, 505, 495, 545, 445), fill=_RED, width=12)
    pen.rectangle((760, 300, 800, _GROUND), fill=_GREEN)
    for stripe in range(6):
        x = 800 + stripe * 70
        pen.rectangle((x, 320, x + 70, 352), fill=(_RED, _WHITE)[stripe % 2])
    _crate(pen, 900, _GROUND, 130)
    _crate(pen, 1050, _GROUND, 130)


def _port(pen: Pen) -> None:
    pen.rectangle((0, _GROUND, WIDTH, HEIGHT), fill=_BLUE)
    pen.polygon(((120, 470), (900, 470), (820, 600), (220, 600)), fill=_INK)
    for row, colours in enumerate(((_RED, _AMBER), (_GREEN, _RED))):
        for place, colour in enumerate(colours):
            _container(pen, 220 + place * 270, 470 - row * 115, colour)
    pen.rectangle((760, 370, 840, 470), fill=_WHITE, outline=_INK, width=5)
    for post in (980, 1140):
        pen.rectangle((post, 140, post + 24, _GROUND + 60), fill=_AMBER)
    pen.rectangle((560, 140, 1230, 168), fill=_AMBER)
    pen.line((640, 168, 640, 240), fill=_INK, width=8)


def _air(pen: Pen) -> None:
    for x, y in ((160, 160), (760, 110)):
        pen.ellipse((x, y, x + 180, y + 70), fill=_WHITE)
        pen.ellipse((x + 70, y - 35, x + 210, y + 60), fill=_WHITE)
    pen.rounded_rectangle((220, 300, 960, 430), 65, fill=_WHITE, outline=_INK, width=6)
    pen.polygon(((250, 320), (170, 170), (270, 170), (370, 305)), fill=_GREEN)
    pen.polygon(((480, 400), (640, 400), (470, 560), (390, 560)), fill=_GREEN)
    for window in range(420, 900, 60):
        pen.ellipse((window, 335, window + 28, 363), fill=_BLUE)
    _crate(pen, 1010, _GROUND)
    _crate(pen, 1120, _GROUND)
    _crate(pen, 1065, _GROUND - 100)


def _chain(pen: Pen) -> None:
    places = ((220, 420), (480, 240), (640, 480), (860, 280), (1060, 440))
    for (x, y), (to_x, to_y) in pairwise(places):
        pen.line((x, y, to_x, to_y), fill=_GREEN, width=14)
    for number, (x, y) in enumerate(places):
        colour = (_AMBER, _GREEN, _BLUE, _RED, _GREEN)[number]
        pen.ellipse((x - 78, y - 78, x + 78, y + 78), fill=_WHITE, outline=colour, width=14)
        _crate(pen, x - 35, y + 35, 70)


def _delivery(pen: Pen) -> None:
    pen.rounded_rectangle((200, 230, 760, 520), 24, fill=_WHITE, outline=_INK, width=6)
    pen.polygon(((760, 300), (880, 300), (960, 420), (960, 520), (760, 520)), fill=_GREEN)
    pen.polygon(((790, 330), (865, 330), (915, 415), (790, 415)), fill=_LIGHT)
    for x, y, to_x, to_y in ((480, 290, 480, 470), (402, 335, 558, 425), (402, 425, 558, 335)):
        pen.line((x, y, to_x, to_y), fill=_BLUE, width=14)
    _wheels(pen, 340, 850)
    _crate(pen, 1060, _GROUND, 120)


_SCENES: dict[str, Callable[[Pen], None]] = {
    "warehousing": _warehouse,
    "road-transport": _road,
    "dangerous-goods": _danger,
    "customs-trade": _customs,
    "ports-maritime": _port,
    "freight-air": _air,
    "supply-chain": _chain,
    "delivery-cold-chain": _delivery,
}
