#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the default picture: a street at 1280x720, 8-bit gray, as a PNG.

Standard library only and deterministic: no random generator, no clock. Shapes are scan-converted
polygons and discs whose edge pixels are blended by coverage (4 sub-scanlines, exact horizontally).
"""

import argparse
import math
import pathlib
import struct
import zlib

WIDTH, HEIGHT = 1280, 720
HORIZON = 372
VANISHING_X = 600
SUB_LINES = 4


class Canvas:
    """Gray values from 0 (black) to 255, kept as floats until the picture is written."""

    def __init__(self):
        self.rows = [[0.0] * WIDTH for _ in range(HEIGHT)]

    def scan(self, top, bottom, cuts_of, gray, alpha):
        """Fills rows top..bottom; cuts_of(line) gives the sorted columns where a shape begins and
        ends at the height `line`; gray may be a function of (x, y)."""
        for y in range(max(int(math.floor(top)), 0), min(int(math.ceil(bottom)), HEIGHT)):
            cover = {}
            for sub in range(SUB_LINES):
                cuts = cuts_of(y + (sub + 0.5) / SUB_LINES)
                for left, right in zip(cuts[::2], cuts[1::2]):
                    left, right = max(left, 0.0), min(right, float(WIDTH))
                    for x in range(int(left), int(math.ceil(right))):
                        part = min(right, x + 1) - max(left, x)
                        cover[x] = cover.get(x, 0.0) + part / SUB_LINES
            row = self.rows[y]
            for x, part in cover.items():
                value = gray(x, y) if callable(gray) else gray
                row[x] += (value - row[x]) * alpha * part

    def polygon(self, points, gray, alpha=1.0):
        """Fills a polygon (even-odd rule)."""
        edges = list(zip(points, points[1:] + points[:1]))

        def cuts_of(line):
            return sorted(x0 + (line - y0) * (x1 - x0) / (y1 - y0)
                          for (x0, y0), (x1, y1) in edges if (y0 <= line) != (y1 <= line))

        self.scan(min(p[1] for p in points), max(p[1] for p in points), cuts_of, gray, alpha)

    def rect(self, x0, y0, x1, y1, gray, alpha=1.0):
        self.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], gray, alpha)

    def ellipse(self, cx, cy, rx, ry, gray, alpha=1.0):
        def cuts_of(line):
            part = (line - cy) / ry
            half = rx * math.sqrt(1 - part * part) if abs(part) < 1 else 0.0
            return [cx - half, cx + half]

        self.scan(cy - ry, cy + ry, cuts_of, gray, alpha)

    def stroke(self, points, width, gray, alpha=1.0):
        """A line of constant width with round joints."""
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            length = math.hypot(x1 - x0, y1 - y0)
            nx, ny = (y0 - y1) / length * width / 2, (x1 - x0) / length * width / 2
            self.polygon([(x0 + nx, y0 + ny), (x1 + nx, y1 + ny),
                          (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)], gray, alpha)
        for x, y in points:
            self.ellipse(x, y, width / 2, width / 2, gray, alpha)

    def png(self):
        raw = bytearray()
        before = bytes(WIDTH)
        for row in self.rows:
            line = bytes(min(max(int(v + 0.5), 0), 255) for v in row)
            raw.append(2)  # filter "up"
            raw.extend((a - b) & 0xFF for a, b in zip(line, before))
            before = line

        def chunk(kind, data):
            body = kind + data
            return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

        header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 0, 0, 0, 0)
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
                + chunk(b"IDAT", zlib.compress(bytes(raw), 9)) + chunk(b"IEND", b""))


def noise(x, y, seed=0):
    """A pseudo-random number in [0, 1) for a lattice point."""
    n = (x * 374761393 + y * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    n ^= n >> 16
    return (n & 0xFFFF) / 65536.0


def smooth_noise(x, y, scale, seed=0):
    """Noise with features of about `scale` pixels, in [0, 1)."""
    x, y = x / scale, y / scale
    ix, iy = math.floor(x), math.floor(y)
    fx, fy = x - ix, y - iy
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    top = noise(ix, iy, seed) * (1 - fx) + noise(ix + 1, iy, seed) * fx
    bottom = noise(ix, iy + 1, seed) * (1 - fx) + noise(ix + 1, iy + 1, seed) * fx
    return top * (1 - fy) + bottom * fy


def road_x(offset, y):
    """The column of a point on the ground, `offset` pixels from the middle in the bottom row."""
    return VANISHING_X + offset * (y - HORIZON) / (HEIGHT - HORIZON)


def draw_sky(canvas):
    for y in range(HORIZON + 4):
        for x in range(WIDTH):
            base = 168 + 62 * y / HORIZON
            cloud = (0.6 * smooth_noise(x, y * 2.2, 150, 1) + 0.3 * smooth_noise(x, y * 2.2, 60, 2)
                     + 0.1 * smooth_noise(x, y * 2.2, 22, 3))
            canvas.rows[y][x] = base + 90 * max(cloud - 0.52, 0.0)


def draw_ground(canvas):
    for y in range(HORIZON, HEIGHT):
        depth = (y - HORIZON) / (HEIGHT - HORIZON)
        for x in range(WIDTH):
            grain = smooth_noise(x, y, 3 + 5 * depth, 4) - 0.5
            canvas.rows[y][x] = 150 - 18 * depth + 16 * grain  # pavement
    for offset in range(-2600, 2601, 260):  # joints of the paving stones towards the horizon
        canvas.polygon([(road_x(offset - 3, HEIGHT), HEIGHT), (road_x(offset + 3, HEIGHT), HEIGHT),
                        (road_x(offset, HORIZON), HORIZON)], 112, 0.7)
    for k in range(1, 26):  # and across
        y = HORIZON + (HEIGHT - HORIZON) * 1.1 / k
        canvas.rect(0, y, WIDTH, y + 1.6 / k, 112, 0.6)

    def asphalt(x, y):
        depth = (y - HORIZON) / (HEIGHT - HORIZON)
        worn = smooth_noise((x - VANISHING_X) / max(depth, 0.02), 7, 180, 5)
        return 84 - 14 * depth + 14 * worn + 4 * (noise(x, y, 6) - 0.5)

    edge = 640
    canvas.polygon([(road_x(-edge - 26, HEIGHT), HEIGHT), (road_x(edge + 26, HEIGHT), HEIGHT),
                    (road_x(0, HORIZON), HORIZON)], 186)  # kerb stones
    canvas.polygon([(road_x(-edge, HEIGHT), HEIGHT), (road_x(edge, HEIGHT), HEIGHT),
                    (road_x(0, HORIZON), HORIZON)], asphalt)
    for side in (-1, 1):
        canvas.polygon([(road_x(side * 560, HEIGHT), HEIGHT), (road_x(side * 578, HEIGHT), HEIGHT),
                        (road_x(side * 569, HORIZON + 2), HORIZON + 2)], 205)
    for k in range(14):  # the dashed middle line: equal lengths on the ground
        near, far = 1.05 + 1.15 * k, 1.05 + 1.15 * k + 0.55
        y0 = HORIZON + (HEIGHT - HORIZON) * 1.08 / near
        y1 = HORIZON + (HEIGHT - HORIZON) * 1.08 / far
        canvas.polygon([(road_x(-9, y0), y0), (road_x(9, y0), y0), (road_x(9, y1), y1),
                        (road_x(-9, y1), y1)], 222)


def wall_point(x_near, x_far, top_near, top_far, u, v):
    """A point of a wall seen in perspective: u from near to far, v from roof to street."""
    # 1 / distance is linear in the picture; u is linear along the wall.
    d_near = max(abs(x_near - VANISHING_X), 1.0)
    d_far = max(abs(x_far - VANISHING_X), 1.0)
    t = u * d_far / (d_near + u * (d_far - d_near)) if d_near != d_far else u
    x = x_near + t * (x_far - x_near)
    top = top_near + t * (top_far - top_near)
    foot_near = HORIZON + (d_near / 760.0) * 250
    foot_far = HORIZON + (d_far / 760.0) * 250
    foot = foot_near + t * (foot_far - foot_near)
    return x, top + v * (foot - top)


def draw_building(canvas, x_near, x_far, roof, gray, columns, floors, seed):
    """One facade along the street; `roof` is how far its top is above the horizon per pixel from
    the vanishing point."""
    top_near = HORIZON - roof * abs(x_near - VANISHING_X)
    top_far = HORIZON - roof * abs(x_far - VANISHING_X)

    def point(u, v):
        return wall_point(x_near, x_far, top_near, top_far, u, v)

    def quad(u0, v0, u1, v1, value, alpha=1.0):
        canvas.polygon([point(u0, v0), point(u1, v0), point(u1, v1), point(u0, v1)], value, alpha)

    def plaster(x, y):
        return gray + 10 * (smooth_noise(x, y, 24, seed) - 0.5) + 3 * (noise(x, y, seed) - 0.5)

    quad(0, 0, 1, 1, plaster)
    quad(0, 0, 1, 0.022, gray - 44)
    quad(0, 0.022, 1, 0.034, gray + 26)
    rows = floors + 1
    for floor in range(floors):
        quad(0, (floor + 1) / rows - 0.004, 1, (floor + 1) / rows + 0.004, gray - 18)
        for column in range(columns):
            u0, u1 = (column + 0.24) / columns, (column + 0.76) / columns
            v0, v1 = (floor + 0.26) / rows, (floor + 0.82) / rows
            lit = noise(column, floor, seed + 50)
            quad(u0 - 0.05 / columns, v0 - 0.012, u1 + 0.05 / columns, v1 + 0.016, gray + 34)
            quad(u0, v0, u1, v1, 44 + 70 * lit)
            quad(u0, v0, u0 + (u1 - u0) * 0.5, v0 + (v1 - v0) * 0.42, 150 + 50 * lit, 0.35)
            middle = (u0 + u1) / 2
            quad(middle - 0.02 / columns, v0, middle + 0.02 / columns, v1, gray + 34)
    for column in range(columns):  # shops on the street
        u0, u1 = (column + 0.1) / columns, (column + 0.9) / columns
        v0 = (floors + 0.16) / rows
        quad(u0, v0, u1, v0 + 0.16 / rows, 66 + 130 * noise(column, 99, seed))
        quad(u0, v0 + 0.2 / rows, u1, 0.97, 58 + 30 * noise(column, 98, seed))
        quad(u0 + 0.1 / columns, v0 + 0.26 / rows, u0 + 0.36 / columns, 0.9, 178, 0.3)
    quad(0, 0.975, 1, 1, gray - 60)


def draw_buildings(canvas):
    for k in range(16):  # the far end of the street
        x = VANISHING_X - 120 + 15 * k
        top = HORIZON - 16 - 30 * noise(k, 3, 7)
        canvas.rect(x, top, x + 16, HORIZON + 8, 150 + 26 * noise(k, 4, 7))
    for near, far, roof, gray, columns, floors, seed in (
            (490, 538, 0.62, 138, 4, 4, 15), (388, 490, 0.76, 168, 4, 4, 14),
            (196, 388, 0.56, 122, 4, 3, 12), (-160, 196, 0.66, 154, 5, 4, 11)):
        draw_building(canvas, near, far, roof, gray, columns, floors, seed)
    for near, far, roof, gray, columns, floors, seed in (
            (716, 664, 0.66, 170, 4, 4, 25), (838, 716, 0.58, 134, 4, 4, 24),
            (1068, 838, 0.78, 182, 4, 4, 22), (1460, 1068, 0.56, 146, 5, 3, 21)):
        draw_building(canvas, near, far, roof, gray, columns, floors, seed)


def draw_tree(canvas, x, foot, size):
    canvas.ellipse(x + 0.25 * size, foot, 0.42 * size, 0.035 * size, 40, 0.45)
    canvas.polygon([(x - 0.06 * size, foot), (x + 0.06 * size, foot),
                    (x + 0.035 * size, foot - size), (x - 0.035 * size, foot - size)],
                   lambda px, py: 62 + 26 * smooth_noise(px * 3, py, 9, 31))
    for side, height in ((-1, 0.62), (1, 0.7), (-1, 0.85)):
        end = (x + side * 0.3 * size, foot - (height + 0.3) * size)
        canvas.stroke([(x, foot - height * size), end], 0.035 * size, 60)
    for k in range(420):  # tufts of leaves, the upper left ones in the sun
        angle, radius = 2 * math.pi * noise(k, 1, 32), math.sqrt(noise(k, 2, 32))
        dx, dy = 0.52 * size * radius * math.cos(angle), 0.46 * size * radius * math.sin(angle)
        light = 58 - 0.09 * dx - 0.17 * dy + 34 * (noise(k, 3, 32) - 0.5)
        tuft = size * (0.03 + 0.045 * noise(k, 4, 32))
        canvas.ellipse(x + dx, foot - 1.22 * size + dy, tuft * 1.2, tuft, max(light, 22), 0.85)


def draw_car(canvas, x, y, s):
    """A car from behind; x, y is the middle of its wheels' line, s half its width."""
    canvas.ellipse(x, y + 0.06 * s, 1.16 * s, 0.12 * s, 18, 0.75)
    for side in (-1, 1):
        canvas.rect(x + side * 0.78 * s - 0.15 * s, y - 0.4 * s, x + side * 0.78 * s + 0.15 * s,
                    y + 0.06 * s, 20)
    cabin = [(x - 0.8 * s, y - 0.86 * s), (x - 0.58 * s, y - 1.4 * s), (x + 0.58 * s, y - 1.4 * s),
             (x + 0.8 * s, y - 0.86 * s)]
    canvas.polygon(cabin, 196)
    canvas.polygon([(x - 0.66 * s, y - 0.88 * s), (x - 0.5 * s, y - 1.3 * s),
                    (x + 0.5 * s, y - 1.3 * s), (x + 0.66 * s, y - 0.88 * s)],
                   lambda px, py: 52 + 60 * (y - 0.88 * s - py) / (0.42 * s))
    body = [(x - 0.94 * s, y - 0.8 * s), (x - 0.84 * s, y - 0.92 * s), (x + 0.84 * s, y - 0.92 * s),
            (x + 0.94 * s, y - 0.8 * s), (x + 0.98 * s, y - 0.3 * s), (x + 0.92 * s, y - 0.16 * s),
            (x - 0.92 * s, y - 0.16 * s), (x - 0.98 * s, y - 0.3 * s)]
    canvas.polygon(body, lambda px, py: 216 - 74 * (py - (y - 0.92 * s)) / (0.76 * s))
    canvas.rect(x - 0.96 * s, y - 0.36 * s, x + 0.96 * s, y - 0.2 * s, 74)
    canvas.stroke([(x - 0.82 * s, y - 0.86 * s), (x + 0.82 * s, y - 0.86 * s)], 0.025 * s, 120)
    for side in (-1, 1):
        canvas.rect(x + side * 0.78 * s - 0.14 * s, y - 0.74 * s, x + side * 0.78 * s + 0.14 * s,
                    y - 0.54 * s, 92)
        canvas.rect(x + side * 0.82 * s - 0.07 * s, y - 0.71 * s, x + side * 0.82 * s + 0.07 * s,
                    y - 0.57 * s, 240)
    canvas.rect(x - 0.3 * s, y - 0.62 * s, x + 0.3 * s, y - 0.46 * s, 238)
    for k in range(6):
        canvas.rect(x - 0.24 * s + 0.085 * k * s, y - 0.585 * s, x - 0.19 * s + 0.085 * k * s,
                    y - 0.495 * s, 40)


def draw_pedestrian(canvas, x, foot, h):
    """A walking person, h pixels tall."""
    canvas.ellipse(x + 0.08 * h, foot, 0.2 * h, 0.022 * h, 40, 0.5)
    canvas.stroke([(x, foot - 0.48 * h), (x + 0.05 * h, foot - 0.26 * h),
                   (x + 0.11 * h, foot - 0.02 * h)], 0.085 * h, 44)
    canvas.stroke([(x, foot - 0.48 * h), (x - 0.04 * h, foot - 0.25 * h),
                   (x - 0.12 * h, foot - 0.04 * h)], 0.085 * h, 56)
    for dx, dy in ((0.135, -0.015), (-0.1, -0.035)):
        canvas.ellipse(x + dx * h, foot + dy * h, 0.05 * h, 0.022 * h, 24)
    canvas.stroke([(x + 0.01 * h, foot - 0.76 * h), (x + 0.1 * h, foot - 0.62 * h),
                   (x + 0.15 * h, foot - 0.5 * h)], 0.055 * h, 128)
    canvas.polygon([(x - 0.1 * h, foot - 0.8 * h), (x + 0.09 * h, foot - 0.8 * h),
                    (x + 0.1 * h, foot - 0.44 * h), (x - 0.1 * h, foot - 0.44 * h)], 158)
    canvas.stroke([(x - 0.06 * h, foot - 0.77 * h), (x - 0.12 * h, foot - 0.62 * h),
                   (x - 0.1 * h, foot - 0.48 * h)], 0.06 * h, 140)
    canvas.ellipse(x - 0.1 * h, foot - 0.455 * h, 0.026 * h, 0.03 * h, 200)
    canvas.rect(x - 0.025 * h, foot - 0.86 * h, x + 0.025 * h, foot - 0.78 * h, 186)
    canvas.ellipse(x, foot - 0.915 * h, 0.068 * h, 0.085 * h, 206)
    canvas.ellipse(x - 0.012 * h, foot - 0.95 * h, 0.07 * h, 0.06 * h, 48)
    canvas.ellipse(x + 0.035 * h, foot - 0.91 * h, 0.008 * h, 0.009 * h, 30)


def draw_digit_5(canvas, x, y, w, h, width, gray):
    arc = [(x + w * (0.42 + 0.52 * math.sin(a)), y + h * (0.665 - 0.315 * math.cos(a)))
           for a in (math.pi * (-0.32 + 1.62 * k / 24) for k in range(25))]
    canvas.stroke([(x + 0.9 * w, y + 0.02 * h), (x + 0.12 * w, y + 0.02 * h),
                   (x + 0.03 * w, y + 0.5 * h)] + arc[1:], width, gray)


def draw_digit_0(canvas, x, y, w, h, width, gray):
    ring = [(x + w * (0.5 + 0.46 * math.cos(a)), y + h * (0.5 + 0.48 * math.sin(a)))
            for a in (2 * math.pi * k / 40 for k in range(41))]
    canvas.stroke(ring, width, gray)


def draw_speed_sign(canvas, x, y, radius, foot):
    canvas.ellipse(x + 0.3 * radius, foot, 0.5 * radius, 0.07 * radius, 40, 0.45)
    canvas.rect(x - 0.09 * radius, y, x + 0.09 * radius, foot,
                lambda px, py: 172 if px > x else 112)
    canvas.ellipse(x, y, radius * 1.03, radius * 1.03, 226)
    canvas.ellipse(x, y, radius, radius, 82)  # the red ring
    canvas.ellipse(x, y, radius * 0.77, radius * 0.77, 246)
    height, width, pen = 0.82 * radius, 0.44 * radius, 0.15 * radius
    draw_digit_5(canvas, x - 0.56 * radius, y - height / 2, width, height, pen, 22)
    draw_digit_0(canvas, x + 0.1 * radius, y - height / 2, width, height, pen, 22)


def draw_lamp(canvas, x, foot, h):
    canvas.stroke([(x, foot), (x, foot - h), (x + 0.05 * h, foot - 1.06 * h),
                   (x + 0.2 * h, foot - 1.08 * h)], max(0.018 * h, 1.5), 54)
    canvas.ellipse(x + 0.22 * h, foot - 1.072 * h, 0.05 * h, 0.016 * h, 232)


def add_grain(canvas):
    """The noise of a camera: uniform, less than a gray level."""
    for y, row in enumerate(canvas.rows):
        for x in range(WIDTH):
            row[x] += 1.4 * noise(x, y, 40) - 0.7


def draw():
    canvas = Canvas()
    draw_sky(canvas)
    draw_ground(canvas)
    draw_buildings(canvas)
    draw_lamp(canvas, 508, 410, 120)
    draw_lamp(canvas, 400, 458, 210)
    draw_tree(canvas, 132, 590, 215)
    draw_car(canvas, 560, 432, 34)
    draw_car(canvas, 742, 566, 112)
    draw_pedestrian(canvas, 318, 548, 186)
    draw_speed_sign(canvas, 1078, 268, 74, 640)
    add_grain(canvas)
    return canvas.png()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[2] / "images/street.png",
                        help="file to write (default: images/street.png of this repository)")
    args = parser.parse_args()
    args.output.write_bytes(draw())


if __name__ == "__main__":
    main()
