"""Random skins: how a Minesweeper program may draw its cells. The reader of pictures is trained on them.

No skin copies a program. Colours, fonts, bevels, symbols and sizes are drawn at random, so that a network
must learn what all skins share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from numpy.random import Generator
from PIL import Image, ImageColor, ImageDraw, ImageFont

from sapper.vision.symbols import COVERED, FLAG, HIT, MINE, WRONG_FLAG
from sapper.vision.training.digit_strokes import DigitStrokes
from sapper.vision.training.symbol_drawings import MINES, draw_flag, draw_mine, draw_star

Colour = tuple[int, int, int]
Bounds = tuple[float, float, float, float]

CLASSIC = ["#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080"]
"""The colours of the numbers 1 to 8 that most programs imitate."""
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
UNREADABLE_FONTS = ("emoji", "symbol", "math", "dingbat", "d0500", "z003", "music", "braille", "fallback")
NEAR_WHITE, NEAR_BLACK = 255, 0
MINE_SHARES = [0.13] * 5 + [0.07] * 5
"""How often each kind of mine is drawn."""


@cache
def font_files() -> tuple[str, ...]:
    """The fonts of this machine that have ordinary digits, sorted by name."""
    found = {
        str(path)
        for folder in FONT_FOLDERS
        for path in Path(folder).rglob("*")
        if path.suffix.lower() in {".ttf", ".otf", ".t1"} and _has_digits(path)
    }
    return tuple(sorted(found))


def _has_digits(path: Path) -> bool:
    if any(part in path.name.lower() for part in UNREADABLE_FONTS):
        return False
    try:
        font = ImageFont.truetype(str(path), 20)
        masks = [bytes(font.getmask(digit)) for digit in "01234567"]
    except (OSError, ValueError):
        return False
    return all(masks) and len(set(masks)) == len(masks)


@dataclass
class Skin:
    """How one program draws its cells. `draw` paints a cell into a picture."""

    size: int
    """The width and height of a cell in pixels, before the picture is scaled."""
    covered: tuple[Colour, Colour]
    """The colours of covered cells on the two colours of a chequered board; equal on most boards."""
    opened: tuple[Colour, Colour]
    numbers: list[Colour]
    font: str
    """A font file, or an empty text for the font of Pillow."""
    font_share: float
    relief: str
    """bevel, gradient, rounded, border or flat: how a covered cell stands out."""
    relief_width: int
    lines: str
    """box, corner, sunken, faint or none: the lines around opened cells."""
    line_colour: Colour
    gap: int
    gap_colour: Colour
    smooth: bool
    """Whether symbols are anti-aliased."""
    flag_kind: int
    flag_colour: Colour
    pole_colour: Colour
    mine_kind: int
    mine_colour: Colour
    hit_colour: Colour
    hit_kind: int
    wrong_kind: int
    number_backs: list[Colour] | None = None
    """A background for each number, where a program colours the whole cell."""
    shadow: bool = False
    question_marks: bool = False
    opened_mines: bool = True
    """Whether a mine lies on the background of opened cells, and not on that of covered ones."""
    mine_back: Colour | None = None
    """A background of its own for mines."""
    strokes: DigitStrokes | None = None
    """How numbers are drawn, where a program has no font for them."""
    _fonts: dict[int, ImageFont.FreeTypeFont | ImageFont.ImageFont] = field(default_factory=dict)

    def draw(self, picture: Image.Image, left: int, top: int, what: int, odd: bool) -> None:
        """Paint one cell. `what` is a number from 0 to 8 or a constant of `symbols`."""
        pen = ImageDraw.Draw(picture)
        box = (left, top, left + self.size - 1, top + self.size - 1)
        on_covered = what in (COVERED, FLAG) or (what in (MINE, WRONG_FLAG) and not self.opened_mines)
        if what == WRONG_FLAG and self.wrong_kind == 1:
            on_covered = True
        if on_covered:
            self._draw_covered(pen, box, self.covered[odd])
        else:
            back = self.opened[odd]
            if what == HIT and self.hit_kind != 2:
                back = self.hit_colour
            elif self.number_backs and 1 <= what <= 8:
                back = self.number_backs[what - 1]
            elif self.mine_back is not None and what in (MINE, WRONG_FLAG):
                back = self.mine_back
            self._draw_opened(pen, box, back)
        if 1 <= what <= 8 and self.strokes is not None:
            self.strokes.draw(picture, (left, top), self.size, what, self.numbers[what - 1], self.smooth)
        elif 1 <= what <= 8:
            self._draw_text(picture, box, str(what), self.numbers[what - 1])
        elif what in (FLAG, MINE, HIT, WRONG_FLAG):
            self._draw_symbol(picture, box, what)

    def draw_text(self, picture: Image.Image, left: int, top: int, text: str, colour: Colour) -> None:
        """Write a text in the middle of a cell."""
        self._draw_text(picture, (left, top, left + self.size - 1, top + self.size - 1), text, colour)

    def _draw_covered(self, pen: ImageDraw.ImageDraw, box: Bounds, colour: Colour) -> None:
        left, top, right, bottom = box
        g, w = self.gap, self.relief_width
        if g:
            pen.rectangle(box, fill=self.gap_colour)
            left, top, right, bottom = (
                left + g // 2,
                top + g // 2,
                right - (g - g // 2),
                bottom - (g - g // 2),
            )
        inner = (left, top, right, bottom)
        if self.relief == "bevel":
            pen.rectangle(inner, fill=colour)
            for step in range(w):
                light, dark = shade(colour, 0.75), shade(colour, -0.45)
                pen.line([(left + step, bottom - step), (left + step, top + step)], fill=light)
                pen.line([(left + step, top + step), (right - step, top + step)], fill=light)
                pen.line([(right - step, top + step), (right - step, bottom - step)], fill=dark)
                pen.line([(right - step, bottom - step), (left + step, bottom - step)], fill=dark)
        elif self.relief == "gradient":
            height = max(1, int(bottom - top))
            for step in range(height + 1):
                line = shade(colour, 0.4 - 0.7 * step / height)
                pen.line([(left, top + step), (right, top + step)], fill=line)
            pen.rectangle(inner, outline=shade(colour, -0.4))
        elif self.relief == "rounded":
            pen.rectangle(inner, fill=self.gap_colour)
            pen.rounded_rectangle(inner, radius=self.size // 6, fill=colour, outline=shade(colour, -0.25))
        elif self.relief == "border":
            pen.rectangle(inner, fill=colour, outline=self.line_colour)
        else:
            pen.rectangle(inner, fill=colour)

    def _draw_opened(self, pen: ImageDraw.ImageDraw, box: Bounds, colour: Colour) -> None:
        left, top, right, bottom = box
        pen.rectangle(box, fill=colour)
        line = self.line_colour
        if self.gap and self.lines != "none":
            pen.rectangle(box, fill=self.gap_colour)
            g = self.gap
            inner = (left + g // 2, top + g // 2, right - (g - g // 2), bottom - (g - g // 2))
            if self.relief == "rounded":
                pen.rounded_rectangle(inner, radius=self.size // 6, fill=colour)
            else:
                pen.rectangle(inner, fill=colour)
        elif self.lines == "box":
            pen.rectangle(box, outline=line)
        elif self.lines == "corner":
            pen.line([(left, bottom), (left, top), (right, top)], fill=line)
        elif self.lines == "far corner":
            pen.line([(right, top), (right, bottom), (left, bottom)], fill=line)
        elif self.lines == "sunken":
            pen.line([(left, bottom), (left, top), (right, top)], fill=shade(colour, -0.35))
            pen.line([(right, top), (right, bottom), (left, bottom)], fill=shade(colour, 0.4))
        elif self.lines == "faint":
            pen.line([(left, bottom), (left, top), (right, top)], fill=shade(colour, -0.06))

    def _draw_text(self, picture: Image.Image, box: Bounds, text: str, colour: Colour) -> None:
        pixels = max(6, round(self.size * self.font_share))
        if pixels not in self._fonts:
            self._fonts[pixels] = (
                ImageFont.truetype(self.font, pixels) if self.font else ImageFont.load_default(pixels)
            )
        pen = ImageDraw.Draw(picture)
        pen.fontmode = "L" if self.smooth else "1"
        middle = ((box[0] + box[2] + 1) / 2, (box[1] + box[3] + 1) / 2)
        if self.shadow:
            away = (middle[0] + 1, middle[1] + 1)
            pen.text(away, text, fill=shade(colour, -0.6), font=self._fonts[pixels], anchor="mm")
        pen.text(middle, text, fill=colour, font=self._fonts[pixels], anchor="mm")

    def _draw_symbol(self, picture: Image.Image, box: Bounds, what: int) -> None:
        scale = 4 if self.smooth else 1
        size = self.size * scale
        layer = Image.new("RGBA", (size, size))
        pen = ImageDraw.Draw(layer)
        if what == FLAG or (what == WRONG_FLAG and self.wrong_kind == 1):
            draw_flag(pen, size, self.flag_kind, self.flag_colour, self.pole_colour)
        else:
            if what == HIT and self.hit_kind == 1:
                draw_star(pen, size, shade(self.hit_colour, 0.3))
            colour = self.hit_colour if what == HIT and self.hit_kind == 2 else self.mine_colour
            draw_mine(pen, size, self.mine_kind, colour)
        if what == WRONG_FLAG:
            a, b, width = size * 0.12, size * 0.88, max(1, size // 10)
            cross = self.hit_colour if self.hit_kind != 3 else (0, 0, 0)
            pen.line([(a, a), (b, b)], fill=cross, width=width)
            pen.line([(a, b), (b, a)], fill=cross, width=width)
        if scale > 1:
            layer = layer.resize((self.size, self.size), Image.Resampling.BOX)
        picture.paste(layer, (int(box[0]), int(box[1])), layer)


def shade(colour: Colour, by: float) -> Colour:
    """A lighter colour for `by` above 0, a darker one below."""
    end = NEAR_WHITE if by > 0 else NEAR_BLACK
    red, green, blue = (round(part + (end - part) * abs(by)) for part in colour)
    return red, green, blue


def brightness(colour: Sequence[int]) -> float:
    """How bright a colour looks, from 0 to 255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def random_skin(rng: Generator, size: int) -> Skin:
    """Draw a skin for cells of about `size` pixels."""
    dark = rng.random() < 0.3
    opened = _background(rng, dark)
    relief = str(
        rng.choice(["bevel", "gradient", "rounded", "border", "flat"], p=[0.45, 0.12, 0.15, 0.14, 0.14])
    )
    same = relief == "bevel" and rng.random() < 0.65
    covered = opened if same else _apart(rng, opened, 14)
    chequered = rng.random() < (0.5 if relief == "flat" else 0.06)
    step = float(rng.uniform(0.03, 0.1))
    wide = size // 5 if rng.random() < 0.4 else size // 12
    gap = int(rng.integers(1, max(2, wide + 1))) if relief != "bevel" and rng.random() < 0.45 else 0
    if relief == "flat" and not gap and not chequered:
        gap = 1
    fonts = font_files()
    numbers = _number_colours(rng, opened)
    backs = _number_backs(rng, opened) if rng.random() < 0.2 else None
    if backs is not None:
        dark_ink = rng.random() < 0.5
        numbers = [_on_back(rng, *both, dark_ink) for both in zip(numbers, backs, strict=True)]
    flag_colour, pole_colour = _flag_colours(rng, covered)
    opened_mines = bool(rng.random() < 0.8)
    mine_back = _apart(rng, opened, 14) if opened_mines and rng.random() < 0.2 else None
    lines = ["box", "corner", "far corner", "sunken", "faint", "none"]
    return Skin(
        size=size,
        covered=(covered, shade(covered, -step) if chequered else covered),
        opened=(opened, shade(opened, -step) if chequered else opened),
        numbers=numbers,
        font="" if not fonts or rng.random() < 0.05 else str(rng.choice(fonts)),
        font_share=float(rng.uniform(0.55, 1.0)),
        relief=relief,
        relief_width=max(1, round(size * float(rng.uniform(0.04, 0.17)))),
        lines=str(rng.choice(lines, p=[0.2, 0.3, 0.1, 0.1, 0.15, 0.15])),
        line_colour=shade(opened, float(rng.uniform(-0.6, -0.06))) if not dark else shade(opened, 0.25),
        gap=gap,
        gap_colour=_apart(rng, opened, 10),
        smooth=bool(rng.random() < 0.75),
        flag_kind=int(rng.integers(6)),
        flag_colour=flag_colour,
        pole_colour=pole_colour,
        mine_kind=int(rng.choice(MINES, p=MINE_SHARES)),
        mine_colour=_readable(
            rng, mine_back or opened, ["#000000", "#000000", "#202020", "#404040", "#ffffff"]
        ),
        hit_colour=_readable(rng, opened, ["#ff0000", "#ff0000", "#e03030", "#ff6000", "#d00000"]),
        hit_kind=int(rng.choice(4, p=[0.6, 0.15, 0.1, 0.15])),
        wrong_kind=int(rng.integers(2)),
        number_backs=backs,
        shadow=bool(rng.random() < 0.08),
        question_marks=bool(rng.random() < 0.3),
        opened_mines=opened_mines,
        mine_back=mine_back,
        strokes=DigitStrokes.random(rng) if rng.random() < 0.15 else None,
    )


def _background(rng: Generator, dark: bool) -> Colour:
    level = float(rng.uniform(15, 90) if dark else rng.choice([192, 192, float(rng.uniform(150, 255))]))
    tint = rng.normal(0, 12 if rng.random() < 0.5 else 1, 3)
    red, green, blue = (int(min(255, max(0, level + part))) for part in tint)
    return red, green, blue


def _apart(rng: Generator, colour: Colour, least: float) -> Colour:
    """Another colour, at least this far from the given one."""
    while True:
        if rng.random() < 0.6:
            other = shade(colour, float(rng.uniform(-0.6, 0.6)))
        else:
            red, green, blue = (int(part) for part in rng.integers(20, 256, 3))
            other = (red, green, blue)
        if max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= least:
            return other


def _rgb(text: str) -> Colour:
    red, green, blue = ImageColor.getrgb(text)[:3]
    return red, green, blue


def _readable(rng: Generator, back: Colour, choices: list[str]) -> Colour:
    """One of the colours that stand out from a background, or its inverse."""
    fitting = [rgb for text in choices if _distance(rgb := _rgb(text), back) > 90]
    if not fitting:
        return (255, 255, 255) if brightness(back) < 128 else (0, 0, 0)
    return fitting[int(rng.integers(len(fitting)))]


def _distance(a: Colour, b: Colour) -> float:
    return abs(brightness(a) - brightness(b)) + max(abs(x - y) for x, y in zip(a, b, strict=True)) / 2


def _number_colours(rng: Generator, back: Colour) -> list[Colour]:
    kind = rng.random()
    colours = [_rgb(text) for text in CLASSIC]
    if kind < 0.15:
        one = (0, 0, 0) if brightness(back) > 120 else (255, 255, 255)
        return [one] * 8
    if kind < 0.4:
        colours = [_apart(rng, back, 60) for _ in range(8)]
    elif kind < 0.6:
        colours = [shade(colour, float(rng.uniform(-0.2, 0.3))) for colour in colours]
    if brightness(back) < 110:
        colours = [shade(colour, 0.45) for colour in colours]
    return [colour if _distance(colour, back) > 45 else _apart(rng, back, 90) for colour in colours]


def _number_backs(rng: Generator, opened: Colour) -> list[Colour]:
    most = float(rng.choice([0.5, 1.0]))
    return [_mixed(opened, _apart(rng, opened, 30), float(rng.uniform(0.1, most))) for _ in range(8)]


def _on_back(rng: Generator, colour: Colour, back: Colour, dark: bool) -> Colour:
    """The colour of a number on a background of its own; one dark or light colour if `dark`."""
    if dark:
        return _readable(rng, back, ["#202428", "#202428", "#ffffff"])
    return colour if _distance(colour, back) > 45 else _apart(rng, back, 90)


def _flag_colours(rng: Generator, back: Colour) -> tuple[Colour, Colour]:
    """The colours of a flag and its pole; some flags are drawn in one dark or light colour."""
    pole = _readable(rng, back, ["#000000", "#000000", "#202020", "#ffffff", "#603000"])
    if rng.random() < 0.2:
        return pole, pole
    reds = ["#ff0000", "#e02020", "#ff0000", "#c00000", "#ffd000", "#0060ff"]
    return _readable(rng, back, reds), pole


def _mixed(a: Colour, b: Colour, share: float) -> Colour:
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue
