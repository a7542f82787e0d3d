# SPDX-License-Identifier: Apache-2.0
"""Draws speed signs, each on a transparent square, in grey, and the parts that look-alikes share with them.

A drawing is a PIL picture of mode LA whose disc, triangle or board fills the square. Whoever uses it shrinks
it to the size that is wanted, which smooths its edges.
"""
import functools

import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

SIZE = 192  # pixels of a drawing's side
LIMITS = (20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130)


class Board:
    """A transparent square to draw on; places are shares of its side."""

    def __init__(self, random):
        self.picture = PIL.Image.new("LA", (SIZE, SIZE), (0, 0))
        self.draw = PIL.ImageDraw.Draw(self.picture)
        self.random = random
        # The red ring, the white field, the black number and blue, in this light
        self.ring, self.field = int(random.uniform(60, 115)), int(random.uniform(185, 250))
        self.black, self.blue = int(random.uniform(5, 50)), int(random.uniform(50, 105))

    def disc(self, part, grey, middle=(0.5, 0.5)):
        """A disc of `part` of the square."""
        left, top = (SIZE * (value - part / 2) for value in middle)
        self.draw.ellipse([left, top, left + SIZE * part - 1, top + SIZE * part - 1], fill=(grey, 255))

    def box(self, left, top, right, low, grey, radius=0.0):
        self.draw.rounded_rectangle([SIZE * left, SIZE * top, SIZE * right - 1, SIZE * low - 1],
                                    SIZE * radius, fill=(grey, 255))

    def shape(self, points, grey):
        self.draw.polygon([(SIZE * x, SIZE * y) for x, y in points], fill=(grey, 255))

    def line(self, points, grey, width):
        self.draw.line([(SIZE * x, SIZE * y) for x, y in points], fill=(grey, 255),
                       width=max(int(SIZE * width), 1))

    def write(self, text, path, grey, room, middle=(0.5, 0.5), tall=0.8, narrow=1.0):
        """`text` as large as fits in `room` of the square's width and `tall` of that in height, squeezed to
        `narrow` of its width."""
        box = drawn_box(path, SIZE, text)
        wide, high = (box[2] - box[0]) * narrow, box[3] - box[1]
        size = int(SIZE * min(room * SIZE / wide, room * tall * SIZE / high))
        box = drawn_box(path, size, text)
        mask = PIL.Image.new("L", (box[2] - box[0], box[3] - box[1]))
        PIL.ImageDraw.Draw(mask).text((-box[0], -box[1]), text, font=font_of(path, size), fill=255)
        mask = mask.resize((max(int(mask.size[0] * narrow), 1), mask.size[1]), PIL.Image.BOX)
        place = tuple(int(SIZE * share - side / 2) for share, side in zip(middle, mask.size))
        self.picture.paste((grey, 255), place, mask)


@functools.lru_cache(maxsize=2000)
def font_of(path, size):
    return PIL.ImageFont.truetype(path, size)


@functools.lru_cache(maxsize=20000)
def drawn_box(path, size, text):
    return font_of(path, size).getbbox(text)


def speed_sign(limit, font, random):
    board, narrow = Board(random), random.uniform(0.8, 1)
    if random.random() < 0.5:
        board.disc(1, board.field)
        board.disc(0.965, board.ring)
    else:
        board.disc(1, board.ring)
    width = random.uniform(0.1, 0.15)
    board.disc(1 - 2 * width, board.field)
    room = 0.9 * (1 - 2 * width) * random.uniform(0.82, 0.98)
    board.write(str(limit), font, board.black, room, narrow=narrow)
    return board.picture
