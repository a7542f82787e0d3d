# SPDX-License-Identifier: Apache-2.0
"""Houses along a street: a side with windows towards the road, and one towards the camera."""
import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

import camera

SCALE = 36  # pixels of a drawing for a metre
STOREY = 3.1


def window(draw, random, left, top, right, low, style):
    frame, glass = style["frame"], random.uniform(25, 75)
    draw.rectangle([left - 5, top - 5, right + 5, low + 5], fill=style["edge"])
    draw.rectangle([left, top, right, low], fill=frame)
    half = (left + right) / 2
    panes = [(left + 3, half - 2), (half + 2, right - 3)] if style["panes"] == 2 else [(left + 3, right - 3)]
    curtain = random.random()
    for first, last in panes:
        for row in range(int(top) + 3, int(low) - 2):  # the sky in the glass
            share = (row - top) / (low - top)
            draw.line([first, row, last, row], fill=int(glass + 60 * (1 - share) * style["shine"]))
        if curtain < 0.45:
            inner = (last - first) * random.uniform(0.2, 0.5)
            draw.rectangle([first, top + 3, first + inner, low - 3], fill=int(glass + 70))
        elif curtain < 0.6:
            draw.rectangle([first, top + 3, last, top + (low - top) * random.uniform(0.2, 0.7)],
                           fill=int(glass + 90))
    draw.rectangle([left - 7, low + 5, right + 7, low + 9], fill=min(style["edge"] + 25, 250))


def ground_floor(draw, random, width, height, style, font):
    """Doors, shops with a word above them."""
    place, base = random.uniform(0.3, 1.2) * SCALE, height - 0.25 * SCALE
    while place < width - 2 * SCALE:
        if random.random() < 0.35:
            right = place + 1.1 * SCALE
            draw.rectangle([place - 6, height - 2.5 * SCALE, right + 6, height], fill=style["edge"])
            draw.rectangle([place, height - 2.4 * SCALE, right, height], fill=int(random.uniform(30, 80)))
            draw.rectangle([place + 8, height - 2.2 * SCALE, right - 8, height - 1.3 * SCALE], fill=60)
        else:
            right = min(place + random.uniform(2.2, 4.5) * SCALE, width - 0.4 * SCALE)
            board = int(random.choice([45, 70, 110, 205]))
            draw.rectangle([place, height - 2.95 * SCALE, right, height - 2.4 * SCALE], fill=board)
            text = str(random.choice(["CAFE", "BOOKS", "BAKERY", "FLOWERS", "HOTEL", "SHOES", "BANK", "TEA",
                                      "OPTIK"]))
            letter = PIL.ImageFont.truetype(font, int(0.42 * SCALE))
            draw.text((place + 12, height - 2.92 * SCALE), text, font=letter, fill=235 if board < 150 else 40)
            draw.rectangle([place, height - 2.35 * SCALE, right, base], fill=style["frame"])
            draw.rectangle([place + 5, height - 2.3 * SCALE, right - 5, base - 5],
                           fill=int(random.uniform(30, 70)))
            for _ in range(5):
                spot = random.uniform(place + 8, right - 14)
                tall = random.uniform(0.2, 0.9) * SCALE
                draw.rectangle([spot, base - 6 - tall, spot + random.uniform(4, 18), base - 6],
                               fill=int(random.uniform(60, 200)))
        place = right + random.uniform(0.5, 1.4) * SCALE
    draw.rectangle([0, base, width, height], fill=style["base"])


def facade(random, metres, storeys, style, font, shops):
    width, height = int(metres * SCALE), int((storeys * STOREY + 0.7) * SCALE)
    grain = camera.clouds(random, height, width, 0.75) - 0.5
    grey = style["wall"] + 16 * grain + random.standard_normal((height, width)) * 3
    if style["bricks"]:
        rows, columns = np.arange(height)[:, None], np.arange(width)[None, :]
        joint = (rows % 4 == 0) | ((columns + 6 * (rows // 4 % 2)) % 12 == 0)
        grey = grey - 14 + 20 * joint
    picture = PIL.Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8))
    draw = PIL.ImageDraw.Draw(picture)
    pitch = style["pitch"] * SCALE
    count = max(int(width // pitch), 1)
    margin = (width - count * pitch) / 2
    for storey in range(storeys):
        low = height - storey * STOREY * SCALE
        if storey == 0 and shops:
            ground_floor(draw, random, width, height, style, font)
            draw.rectangle([0, low - STOREY * SCALE - 4, width, low - STOREY * SCALE + 5], fill=style["edge"])
            continue
        for number in range(count):
            middle = margin + (number + 0.5) * pitch
            half = style["window"] * SCALE / 2
            window(draw, random, middle - half, low - 2.55 * SCALE, middle + half, low - 0.95 * SCALE, style)
    draw.rectangle([0, 0, width, 0.3 * SCALE], fill=min(style["edge"] + 15, 245))
    draw.rectangle([0, 0.3 * SCALE, width, 0.42 * SCALE], fill=int(max(style["wall"] - 45, 10)))
    return with_alpha(picture)


def with_alpha(picture):
    return PIL.Image.merge("LA", (picture, PIL.Image.new("L", picture.size, 255)))


def darker(drawing, factor):
    grey = drawing.getchannel("L").point([int(min(value * factor, 255)) for value in range(256)])
    return PIL.Image.merge("LA", (grey, drawing.getchannel("A")))


class House:
    """One of a row; `side` is -1 left of the road, 1 right of it. Its front wall has room for a drawing."""

    def __init__(self, random, side, distance, near, length, font, light):
        self.side, self.x, self.near, self.far = side, side * distance, near, near + length
        self.storeys, self.depth = int(random.integers(2, 6)), random.uniform(8, 12)
        wall = random.uniform(120, 215)
        style = {"wall": wall, "edge": int(min(wall + random.uniform(10, 40), 240)),
                 "frame": int(random.choice([60, 210, 235])), "base": int(wall * random.uniform(0.5, 0.8)),
                 "panes": int(random.integers(1, 3)), "shine": random.uniform(0.3, 1.2),
                 "pitch": random.uniform(2.2, 3.2), "window": random.uniform(1.0, 1.5),
                 "bricks": random.random() < 0.35}
        self.roof = random.uniform(1.2, 2.4) if near > 24 and random.random() < 0.5 else 0
        self.height = self.storeys * STOREY + 0.7
        self.style, self.font, self.lit, self.z = style, font, 1.0 if side == light else 0.72, near
        self.seed = random.integers(1 << 32)

    def draw(self, view):
        random = np.random.default_rng(self.seed)
        long = facade(random, self.far - self.near, self.storeys, self.style, self.font, True)
        front = facade(random, self.depth, self.storeys, self.style, self.font, False)
        x, near, far, top = self.x, max(self.near, camera.NEAREST), self.far, self.height
        outer = x + self.side * self.depth
        if self.near >= camera.NEAREST:
            left, right = sorted((x, outer))
            view.wall(darker(front, 0.86), [(left, top, near), (right, top, near), (right, 0, near),
                                            (left, 0, near)])
            if self.roof:
                view.polygon([(left, top, near), (right, top, near), (outer - self.side * self.depth / 2,
                                                                        top + self.roof, near)], 85)
        first, last = (near, far) if self.side < 0 else (far, near)  # left and right end, as seen
        drawing, cut = darker(long, self.lit), int((near - self.near) * SCALE)  # the part behind the camera
        if cut:
            width, height = drawing.size
            drawing = drawing.crop((cut, 0, width, height) if self.side < 0 else (0, 0, width - cut, height))
        view.wall(drawing, [(x, top, first), (x, top, last), (x, 0, last), (x, 0, first)])
        if self.roof:
            ridge = x + self.side * self.depth / 2
            view.polygon([(x, top, near), (x, top, far), (ridge, top + self.roof, far),
                          (ridge, top + self.roof, near)], 70)
