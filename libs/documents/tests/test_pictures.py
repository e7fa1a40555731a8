"""Pictures are decoded in a sandbox."""

import asyncio
import io
import json
import subprocess
import sys
import textwrap
import zlib
from datetime import timedelta
from struct import pack
from uuid import uuid4

import pytest
from fastapi import UploadFile
from kit.core.actor import ACTOR, Actor
from kit.core.errors import Invalid, TooManyRequests, Unavailable
from kit.database.db import new_id
from kit.documents import pictures, pixels, upload_sandbox
from kit.documents.picture_options import PictureOptions
from kit.documents.sandbox import REFUSAL, Refused
from kit.security.rate_limiter import RateLimiter
from PIL import Image, ImageDraw

SQUARES = PictureOptions(boxes=[(256, 256), (512, 512)], square=True)


def picture(width: int, height: int, mode: str = "RGB", kind: str = "PNG") -> bytes:
    target = io.BytesIO()
    Image.new(mode, (width, height)).save(target, kind)
    return target.getvalue()


def halves(width: int, height: int, kind: str, **save: object) -> bytes:
    """Left half red, right half blue."""
    image = Image.new("RGB", (width, height), "red")
    image.paste("blue", (width // 2, 0, width, height))
    target = io.BytesIO()
    image.save(target, kind, **save)
    return target.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("RGB")


def is_red(image: Image.Image, x: float, y: float) -> bool:
    red, _, blue = image.getpixel((int(x * image.width), int(y * image.height)))  # type: ignore[misc]
    return bool(red > blue)


class TestProcess:
    async def test_a_small_file_of_many_pixels_is_refused(self) -> None:
        bomb = picture(6300, 6300, "1")
        assert len(bomb) < 30_000
        with pytest.raises(Invalid) as refused:
            await pictures.process(bomb, SQUARES)
        assert refused.value.fields
        assert refused.value.fields[0].code == "picture.too_many_pixels"

    def test_the_largest_pictures_take_no_memory_of_the_service(self) -> None:
        # A separate process, so that nothing else uses memory in it.
        program = """
            import asyncio, resource, sys
            from kit.documents import pictures, upload_sandbox
            from kit.documents.picture_options import PictureOptions

            # A busy machine may need longer than an upload is given.
            upload_sandbox._SECONDS = 300

            def most_kib():
                return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

            async def make(content):
                options = PictureOptions(boxes=[(256, 256), (512, 512)])
                return await pictures.process(content, options)

            async def measure(small, largest):
                await make(small)
                before = most_kib()
                made = await asyncio.gather(*(make(largest) for _ in range(4)))
                assert [len(each) for each in made] == [2] * 4
                return most_kib() - before

            size = int(sys.argv[1])
            small, largest = sys.stdin.buffer.read(size), sys.stdin.buffer.read()
            print(asyncio.run(measure(small, largest)))
        """
        small, largest = picture(200, 200), picture(3500, 3500, "1")
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program), str(len(small))],
            check=True,
            input=small + largest,
            stdout=subprocess.PIPE,
        )
        # In KiB. One picture decoded there would be 48 MiB at least.
        assert int(done.stdout) < 20 * 1024

    def test_a_process_that_wants_more_memory_refuses_the_picture(self) -> None:
        program = (
            "import sys; from kit.documents import picture_options, sandbox;"
            "sandbox.MEMORY = 80 * 1024 * 1024;"
            "options = picture_options.PictureOptions(boxes=[(256, 256)]);"
            "sys.stdout.send_bytes = sys.stdout.buffer.write;"
            "sandbox.serve(sys.stdout, 'kit.documents.pixels', options, sys.stdin.buffer.read())"
        )
        done = subprocess.run(
            [sys.executable, "-c", program],
            check=False,
            input=picture(3500, 3500, "RGBA"),
            capture_output=True,
        )
        assert done.stdout.startswith(REFUSAL), done.stderr
        assert json.loads(done.stdout[1:])[1] == "picture.too_many_pixels"

    async def test_more_than_can_wait_are_sent_away(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(upload_sandbox, "WAITING", 1)
        small = picture(200, 200)

        async def process() -> list[bytes]:
            # Each for another organization, which has a slot of its own.
            ACTOR.set(Actor(new_id(), new_id(), new_id(), "test"))
            return await pictures.process(small, SQUARES)

        answers = await asyncio.gather(*(process() for _ in range(5)), return_exceptions=True)
        away = [answer for answer in answers if isinstance(answer, Unavailable)]
        assert len(away) == 2
        assert away[0].headers["Retry-After"] == "5"
        assert await pictures.process(small, SQUARES)

    @pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
    async def test_every_kind_of_pixel_is_taken(self, mode: str) -> None:
        [small, large] = await pictures.process(picture(2100, 1200, mode), SQUARES)
        assert (opened(small).size, opened(large).size) == ((256, 256), (512, 512))

    async def test_a_truncated_picture_is_damaged(self) -> None:
        whole = halves(2000, 1000, "JPEG")
        with pytest.raises(Invalid) as refused:
            await pictures.process(whole[: len(whole) // 2], SQUARES)
        assert refused.value.fields
        assert refused.value.fields[0].code == "picture.broken"

    async def test_what_kills_the_decoder_is_only_a_damaged_picture(self) -> None:
        header = pack(">IIBBBBB", 300, 300, 8, 2, 0, 0, 0)
        body = b"IHDR" + header
        broken = b"\x89PNG\r\n\x1a\n" + pack(">I", 13) + body + pack(">I", zlib.crc32(body))
        with pytest.raises(Invalid):
            await pictures.process(broken, SQUARES)


class TestMake:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    @pytest.mark.parametrize("width", [600, 3000])
    def test_a_crop_is_followed_however_much_smaller_it_gets(self, kind: str, width: int) -> None:
        height = width // 2
        crop = (width // 2 - height // 2, 0, height)
        options = PictureOptions(boxes=[(256, 256)], square=True, crop=crop)
        [made] = pixels.process(halves(width, height, kind), options)
        image = opened(made)
        assert is_red(image, 0.45, 0.5)
        assert not is_red(image, 0.55, 0.5)

    @pytest.mark.parametrize("width", [600, 3000])
    def test_a_turned_picture_is_cropped_as_it_is_seen(self, width: int) -> None:
        exif = Image.Exif()
        exif[0x0112] = 6  # The camera was turned: left is up.
        content = halves(width, width // 2, "JPEG", exif=exif.tobytes())
        lower = (0, width // 2, width // 2)
        options = PictureOptions(boxes=[(256, 256)], square=True, crop=lower)
        [made] = pixels.process(content, options)
        assert not is_red(opened(made), 0.5, 0.05)

    def test_a_picture_that_need_not_be_square_keeps_its_shape(self) -> None:
        [made] = pixels.process(halves(3000, 1000, "PNG"), PictureOptions(boxes=[(1280, 960)]))
        assert opened(made).size == (1280, 427)


class TestRateLimiter:
    async def test_an_upload_too_many_is_429_with_the_time_to_wait(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pictures, "UPLOADS", RateLimiter(2, timedelta(hours=1)))
        somebody, another = uuid4(), uuid4()
        for _ in range(2):
            await pictures.read_upload(UploadFile(io.BytesIO(b"x")), somebody)
        with pytest.raises(TooManyRequests) as refused:
            await pictures.read_upload(UploadFile(io.BytesIO(b"x")), somebody)
        assert 3590 < int(refused.value.headers["Retry-After"]) <= 3601
        assert await pictures.read_upload(UploadFile(io.BytesIO(b"x")), another) == b"x"

    def test_what_is_long_ago_counts_no_more(self, monkeypatch: pytest.MonkeyPatch) -> None:
        limiter, now = RateLimiter(1, timedelta(seconds=60)), [100.0]
        monkeypatch.setattr("kit.security.rate_limiter.monotonic", lambda: now[0])
        limiter.take("a")
        with pytest.raises(TooManyRequests):
            limiter.take("a")
        now[0] += 60
        limiter.take("a")


class TestInk:
    SIGNATURE = PictureOptions(boxes=[(300, 120)], ink=True)

    def test_what_is_written_is_left_and_the_paper_is_not(self) -> None:
        paper = Image.linear_gradient("L").resize((800, 600)).point(lambda light: 140 + light // 3)
        ImageDraw.Draw(paper).line((300, 350, 500, 250), fill=20, width=10)
        target = io.BytesIO()
        paper.save(target, "JPEG")
        (made,) = pixels.process(target.getvalue(), self.SIGNATURE)
        ink = Image.open(io.BytesIO(made))
        assert ink.mode == "RGBA"
        # Cut off around a line of 200 by 100.
        assert ink.width / ink.height == pytest.approx(2, abs=0.3)
        opacity = ink.getchannel("A")
        assert opacity.getpixel((ink.width // 2, ink.height // 2)) == 255
        assert opacity.getpixel((2, 2)) == 0

    def test_an_empty_paper_is_refused(self) -> None:
        with pytest.raises(Refused, match=r"picture\.no_ink"):
            pixels.process(picture(400, 300), self.SIGNATURE)
