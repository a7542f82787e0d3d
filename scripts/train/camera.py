# SPDX-License-Identifier: Apache-2.0
"""A pinhole camera that looks along a street, and the canvas that it draws on.

World: metres; x to the right of the camera, y up from the ground, z ahead. The canvas is FINE times as large
as the picture, which smooths all edges when it is shrunk. What is far away fades into the haze.
"""
import math

import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFilter

ROWS, COLUMNS = 720, 1280
FINE = 2
NEAREST = 2.0  # metres before the camera from which on things are drawn


class Camera:
    def __init__(self, focal, height, horizon, bend, haze):
        """Pixels of the picture: focal length, row of the horizon. `bend`: metres to the right per metre
        squared. `haze`: (grey, metres)."""
        self.focal, self.height, self.horizon, self.bend, self.haze = focal, height, horizon, bend, haze
        self.canvas = PIL.Image.new("L", (COLUMNS * FINE, ROWS * FINE))
        self.draw = PIL.ImageDraw.Draw(self.canvas)

    def point(self, x, y, z):
        """Column and row of the picture."""
        return (COLUMNS / 2 + self.focal * (x + self.bend * z * z) / z,
                self.horizon - self.focal * (y - self.height) / z)

    def fine(self, x, y, z):
        column, row = self.point(x, y, z)
        return column * FINE, row * FINE

    def faded(self, grey, z):
        share = 1 - math.exp(-z / self.haze[1])
        return int(min(max(grey + (self.haze[0] - grey) * share, 0), 255))

    def polygon(self, corners, grey):
        """Corners (x, y, z) with a grey that fades with the first one's distance."""
        self.draw.polygon([self.fine(*corner) for corner in corners], fill=self.faded(grey, corners[0][2]))

    def box(self, x, y, z, width, height, grey):
        """A rectangle that faces the camera; (x, y) is the middle of its lower edge."""
        left, low = self.fine(x - width / 2, y, z)
        right, high = self.fine(x + width / 2, y + height, z)
        self.draw.rectangle([left, high, max(right, left + 1), max(low, high + 1)], fill=self.faded(grey, z))

    def pole(self, x, y, z, width, height, grey):
        """An upright round bar: dark at its edges, light left of its middle."""
        for part, shift, shade in ((1, 0, 0.7), (0.75, -0.06, 0.9), (0.4, -0.14, 1.15), (0.16, -0.17, 1.4)):
            self.box(x + shift * width, y, z, width * part, height, min(grey * shade, 250))

    def shadow(self, x, z, width, depth):
        """A soft dark patch on the ground."""
        left, low = self.fine(x - width / 2, 0, max(z - depth / 2, NEAREST))
        right, high = self.fine(x + width / 2, 0, z + depth / 2)
        self.stain([left, high, right, low], 0.45)

    def stain(self, place, strength):
        left, high, right, low = (int(value) for value in place)
        size = (max(right - left, 2), max(low - high, 2))
        mask = PIL.Image.new("L", (max(size[0] + size[0] // 2, 4), max(size[1] + size[1] // 2, 4)))
        PIL.ImageDraw.Draw(mask).ellipse([size[0] // 4, size[1] // 4, size[0] + size[0] // 4,
                                          size[1] + size[1] // 4], fill=int(255 * strength))
        mask = mask.filter(PIL.ImageFilter.GaussianBlur(max(min(size) / 8, 1)))
        self.canvas.paste(20, (left - size[0] // 4, high - size[1] // 4), mask)

    def front(self, drawing, x, y, z, width, height, turn=0.0):
        """A drawing (mode LA) that faces the camera, its middle at (x, y), turned by so many degrees; gives
        its box in the picture: x, y, width, height, if it is not turned."""
        left, high = self.fine(x - width / 2, y + height / 2, z)
        right, low = self.fine(x + width / 2, y - height / 2, z)
        size = (max(round(right - left), 1), max(round(low - high), 1))
        corner = (round(left), round(high))
        small = self.faded_drawing(shrunk(drawing, size), z)
        place = corner
        if turn:
            small = small.rotate(turn, PIL.Image.BICUBIC, expand=True)
            place = tuple(corner[axis] - (small.size[axis] - size[axis]) // 2 for axis in (0, 1))
        self.canvas.paste(small.getchannel("L"), place, small.getchannel("A"))
        return [value / FINE for value in (*corner, *size)]

    def wall(self, drawing, corners):
        """A drawing on four corners (x, y, z): top left, top right, bottom right, bottom left."""
        target = np.array([self.fine(*corner) for corner in corners])
        low = np.floor(np.maximum(target.min(axis=0), 0)).astype(int)
        high = np.ceil(np.minimum(target.max(axis=0), self.canvas.size)).astype(int)
        if (high <= low).any():
            return
        spans = target.max(axis=0) - target.min(axis=0)
        wanted = [min(max(int(span), 4), side) for span, side in zip(spans, drawing.size)]
        drawing = self.faded_drawing(shrunk(drawing, wanted), np.mean([corner[2] for corner in corners]))
        source = [(0, 0), (drawing.size[0], 0), drawing.size, (0, drawing.size[1])]
        part = drawing.transform(tuple(high - low), PIL.Image.PERSPECTIVE, homography(target - low, source),
                                 PIL.Image.BILINEAR)
        mask = PIL.Image.new("L", part.size)
        PIL.ImageDraw.Draw(mask).polygon([tuple(point) for point in target - low], fill=255)
        self.canvas.paste(part.getchannel("L"), tuple(low), mask)

    def faded_drawing(self, drawing, z):
        share = 1 - math.exp(-z / self.haze[1])
        grey = drawing.getchannel("L").point([value + (self.haze[0] - value) * share for value in range(256)])
        return PIL.Image.merge("LA", (grey, drawing.getchannel("A")))

    def picture(self, random, blur, noise):
        """What the sensor makes of it: bytes (ROWS, COLUMNS)."""
        canvas = self.canvas.filter(PIL.ImageFilter.GaussianBlur(blur * FINE))
        values = np.asarray(canvas, np.float32).reshape(ROWS, FINE, COLUMNS, FINE).mean(axis=(1, 3))
        values += random.standard_normal(values.shape) * noise
        return np.clip(values + 0.5, 0, 255).astype(np.uint8)


def shrunk(drawing, size):
    """By averages, with what is transparent left out of them."""
    grey, alpha = drawing.split()
    if alpha.getextrema()[0] < 255:
        drawing = PIL.Image.merge("LA", (grey, alpha)).convert("La").resize(size, PIL.Image.BOX)
        return drawing.convert("LA")
    return PIL.Image.merge("LA", (grey.resize(size, PIL.Image.BOX), alpha.resize(size, PIL.Image.BOX)))


def homography(target, source):
    """The eight numbers with which PIL finds a source point for a target point."""
    rows, values = [], []
    for (x, y), (u, v) in zip(target, source):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.linalg.solve(np.array(rows, float), np.array(values, float))


def clouds(random, rows, columns, roughness=0.5, flat=1):
    """Smooth noise of several sizes, 0 to 1; lumps `flat` times as wide as high."""
    total, weight = np.zeros((rows, columns), np.float32), 1.0
    for cells in (4, 8, 16, 32, 64, 128):
        small = random.random((max(flat * cells * rows // columns, 2), cells)).astype(np.float32)
        total += weight * np.asarray(PIL.Image.fromarray(small).resize((columns, rows), PIL.Image.BICUBIC))
        weight *= roughness
    total -= total.min()
    return total / total.max()
