"""Processing of an uploaded picture's pixels.

`pictures` runs this in `upload_sandbox` for each upload. Pillow is the only import, so that the
fork server stays small.
"""

from io import BytesIO

from kit.documents.picture_options import PictureOptions
from kit.documents.sandbox import Refused
from PIL import Image, ImageChops, ImageFilter, ImageOps, UnidentifiedImageError

MAX_PIXELS = 12_500_000
"""Size of a usual phone picture; larger ones are not decoded."""
FORMATS = ("JPEG", "PNG", "WEBP")
QUALITY = 84
CPU_SECONDS = 5
TOO_LARGE = Refused(
    "file",
    "picture.too_many_pixels",
    "This picture's dimensions are too large. Choose a smaller one.",
)
_TURNED = range(5, 9)
"""EXIF orientations that swap width and height."""


def process(content: bytes, options: PictureOptions) -> list[bytes]:
    """Return a WebP file without camera metadata for each box.

    Raises `Refused` if it is not a complete JPEG, PNG or WebP picture, has a wrong size, exceeds
    the crop, or lacks the required ink.
    """
    with _open_image(content) as picture:
        width, height = _upright_size(picture)
        left, top, right, bottom = _region(width, height, options)
        scale = min(max((right - left) / box[0], (bottom - top) / box[1]) for box in options.boxes)
        try:
            small = ImageOps.exif_transpose(_reduce(picture, int(scale / 2)))
        except (OSError, SyntaxError, ValueError) as error:
            raise Refused(
                "file", "picture.broken", "This picture is damaged. Choose another one."
            ) from error
    if options.ink:
        return [_webp(_fit_into(_extract_ink(small), box)) for box in options.boxes]
    ratio_x, ratio_y = small.width / width, small.height / height
    region = (left * ratio_x, top * ratio_y, right * ratio_x, bottom * ratio_y)
    return [_webp(_scale(small, region, box, options)) for box in options.boxes]


def _open_image(content: bytes) -> Image.Image:
    try:
        picture = Image.open(BytesIO(content), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise TOO_LARGE from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise Refused(
            "file", "picture.unsupported_format", "Choose a JPEG, PNG or WebP picture."
        ) from error
    if picture.width * picture.height > MAX_PIXELS:
        raise TOO_LARGE
    return picture


def _upright_size(picture: Image.Image) -> tuple[int, int]:
    turned = picture.getexif().get(0x0112) in _TURNED
    return (picture.height, picture.width) if turned else picture.size


def _region(width: int, height: int, options: PictureOptions) -> tuple[int, int, int, int]:
    if not options.square:
        return 0, 0, width, height
    side = min(width, height)
    left, top, size = options.crop or ((width - side) // 2, (height - side) // 2, side)
    if size < options.min_side:
        raise Refused(
            "size" if side >= options.min_side else "file",
            "picture.too_small",
            f"Choose a picture of at least {options.min_side} × {options.min_side} pixels.",
        )
    if left + size > width or top + size > height:
        raise Refused(
            "size", "picture.crop_out_of_bounds", "The crop is outside the picture. Crop it again."
        )
    return left, top, left + size, top + size


def _reduce(picture: Image.Image, factor: int) -> Image.Image:
    """Reduce the picture's sides at most by `factor`, in RGB or RGBA.

    It is reduced before it gets four bytes a pixel: a JPEG during decoding, others after it.
    """
    before = picture.width
    if factor > 1:
        picture.draft("RGB", (picture.width // factor, picture.height // factor))
    orientation = picture.getexif()
    if picture.mode == "1":
        picture = picture.convert("L")
    elif picture.mode not in ("L", "LA", "RGB", "RGBA"):
        picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    left = factor * picture.width // before
    if left > 1:
        picture = picture.reduce(left)
    small = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    small.info["exif"] = orientation.tobytes()
    return small


def _scale(
    picture: Image.Image,
    region: tuple[float, float, float, float],
    box: tuple[int, int],
    options: PictureOptions,
) -> Image.Image:
    if options.square:
        square = picture.resize(box, Image.Resampling.LANCZOS, box=region)
        white = Image.new("RGBA", box, "white")
        return Image.alpha_composite(white, square.convert("RGBA")).convert("RGB")
    return _fit_into(picture, box)


def _fit_into(picture: Image.Image, box: tuple[int, int]) -> Image.Image:
    fitted = picture.copy()
    fitted.thumbnail(box, Image.Resampling.LANCZOS)
    return fitted


def _extract_ink(picture: Image.Image) -> Image.Image:
    """Extract pixels darker than the paper around them, on a transparent background."""
    white = Image.new("RGBA", picture.size, "white")
    grey = Image.alpha_composite(white, picture.convert("RGBA")).convert("L")
    # A photo's paper is darker at one side, so each pixel is compared with the lightest one nearby.
    near = grey.reduce(8).filter(ImageFilter.MaxFilter(9)).filter(ImageFilter.GaussianBlur(3))
    paper = near.resize(grey.size, Image.Resampling.BILINEAR)
    ink = ImageChops.subtract(paper, grey).point([_opacity(darker) for darker in range(256)])
    # Ignore specks of dust.
    region = ink.filter(ImageFilter.MedianFilter(3)).getbbox()
    if region is None:
        raise Refused(
            "file",
            "picture.no_ink",
            "We couldn't find a signature. Sign on white paper and take the picture in good light.",
        )
    written = picture.convert("RGB")
    written.putalpha(ink)
    return written.crop(region)


def _opacity(darker: int) -> int:
    """Return the opacity of a pixel by its difference from the paper."""
    return min(255, max(0, darker - 32) * 4)


def _webp(picture: Image.Image) -> bytes:
    """Encode the pixels without place and author metadata."""
    target = BytesIO()
    picture.save(target, "WEBP", quality=QUALITY, method=4, exif=b"", xmp=b"", icc_profile=b"")
    return target.getvalue()
