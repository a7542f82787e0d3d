# SPDX-License-Identifier: Apache-2.0
"""What stands in a street: trees, lamps, cars, poles and portals. Each has its distance `z`, the box
(x, y, z, width, height) that it takes and draw(view)."""
import math

import numpy as np
import PIL.Image
import PIL.ImageDraw

import camera


class Tree:
    def __init__(self, random, x, z):
        self.x, self.z = x, z
        self.height, self.crown = random.uniform(5, 9), random.uniform(1.5, 2.6)
        self.drawing = crown(random)
        self.grey = random.uniform(50, 80)
        self.box = (x, self.height * 0.5, z, self.crown * 2.3, self.height * 1.05)

    def draw(self, view):
        view.shadow(self.x + 0.5, self.z, self.crown * 1.6, 1.2)
        middle = self.height - self.crown
        view.pole(self.x, 0, self.z, 0.3, middle, self.grey)
        view.front(self.drawing, self.x, middle, self.z, self.crown * 2.3, self.crown * 2.3)


def crown(random, side=220):
    """Leaves: many small discs, dark below and behind, light above and left."""
    picture = PIL.Image.new("LA", (side, side), (0, 0))
    draw = PIL.ImageDraw.Draw(picture)
    lumps = [(random.uniform(0.3, 0.7), random.uniform(0.28, 0.7), random.uniform(0.14, 0.26))
             for _ in range(9)]
    base = random.uniform(45, 70)
    for step in range(6):
        for x, y, radius in lumps:
            for _ in range(34):
                angle, far = random.uniform(0, 2 * math.pi), radius * math.sqrt(random.random())
                u, v = x + far * math.cos(angle), y + far * math.sin(angle)
                light = 26 * (0.5 - v) + 34 * (y - v) / radius * 0.5 + 14 * (x - u) / radius
                grey = base + light + 7 * step + random.uniform(-12, 12)
                size = side * random.uniform(0.008, 0.022)
                draw.ellipse([u * side - size, v * side - size, u * side + size, v * side + size * 0.8],
                             fill=(int(min(max(grey, 15), 190)), 255))
    return picture


class Lamp:
    def __init__(self, random, x, z, side):
        self.x, self.z, self.side, self.height = x, z, side, random.uniform(6.5, 8)
        self.box = (x, self.height / 2, z, 0.3, self.height)

    def draw(self, view):
        view.shadow(self.x + 0.4, self.z, 1.0, 0.4)
        view.pole(self.x, 0, self.z, 0.14, self.height, 85)
        view.pole(self.x, 0, self.z, 0.24, 0.9, 75)
        tip = self.x - self.side * 1.6
        view.polygon([(self.x, self.height, self.z), (tip, self.height + 0.35, self.z),
                      (tip, self.height + 0.27, self.z), (self.x, self.height - 0.12, self.z)], 85)
        view.box(tip - self.side * 0.15, self.height + 0.22, self.z, 0.7, 0.13, 120)
        view.box(tip - self.side * 0.15, self.height + 0.2, self.z, 0.55, 0.06, 225)


class Car:
    """Seen from behind or from the front."""

    def __init__(self, random, x, z, behind):
        self.x, self.z, self.behind = x, z, behind
        self.width, self.height = random.uniform(1.7, 1.95), random.uniform(1.4, 1.75)
        self.drawing = car(random, behind)
        self.box = (x, self.height / 2, z, self.width * 1.05, self.height)

    def draw(self, view):
        view.shadow(self.x, self.z, self.width * 1.25, min(2.0, self.z * 0.3))
        view.front(self.drawing, self.x, self.height / 2, self.z, self.width, self.height)


def car(random, behind, size=(260, 220)):
    picture = PIL.Image.new("LA", size, (0, 0))
    draw = PIL.ImageDraw.Draw(picture)
    wide, tall = size
    body = int(random.choice([45, 70, 110, 165, 215, 235]))

    def box(left, top, right, low, grey, radius=0.0):
        draw.rounded_rectangle([wide * left, tall * top, wide * right, tall * low], radius * wide,
                               fill=(int(min(max(grey, 0), 250)), 255))

    def shape(points, grey):
        draw.polygon([(wide * x, tall * y) for x, y in points], fill=(int(min(max(grey, 0), 250)), 255))

    for left in (0.06, 0.76):
        box(left, 0.72, left + 0.18, 0.995, 18, 0.03)
    box(0.14, 0.8, 0.86, 0.9, 12)
    shape([(0.2, 0.06), (0.8, 0.06), (0.93, 0.46), (0.07, 0.46)], body * 0.92)
    box(0.2, 0.02, 0.8, 0.14, body + 14, 0.05)
    shape([(0.235, 0.1), (0.765, 0.1), (0.86, 0.42), (0.14, 0.42)], 38)
    shape([(0.25, 0.11), (0.5, 0.11), (0.36, 0.41), (0.16, 0.41)], 62)
    for seat in (0.3, 0.6):
        box(seat, 0.26, seat + 0.1, 0.42, 24, 0.03)
    box(0.02, 0.42, 0.98, 0.84, body, 0.07)
    for step in range(16):
        share = step / 15
        draw.line([wide * 0.04, tall * (0.44 + 0.16 * share), wide * 0.96, tall * (0.44 + 0.16 * share)],
                  fill=(int(min(body + 26 * (1 - share), 250)), 255), width=3)
    box(0.02, 0.66, 0.98, 0.84, body * 0.82, 0.05)
    box(0.06, 0.76, 0.94, 0.83, 32, 0.02)
    if behind:
        for left in (0.05, 0.79):
            box(left, 0.5, left + 0.16, 0.62, 78, 0.02)
            box(left + 0.02, 0.52, left + 0.07, 0.6, 150, 0.01)
    else:
        for left in (0.06, 0.76):
            box(left, 0.52, left + 0.18, 0.63, 90, 0.03)
            box(left + 0.03, 0.535, left + 0.15, 0.615, 225, 0.03)
        box(0.3, 0.53, 0.7, 0.62, 35, 0.01)
    box(0.36, 0.67, 0.64, 0.745, 232)
    for mark in range(7):
        box(0.38 + 0.036 * mark, 0.685, 0.402 + 0.036 * mark, 0.73, 45)
    box(-0.02, 0.34, 0.07, 0.43, body * 0.8, 0.02)
    box(0.93, 0.34, 1.02, 0.43, body * 0.8, 0.02)
    return picture


class Hung:
    """A drawing that hangs at some thing: where, how large, what it is (a word of the truth)."""

    def __init__(self, drawing, kind, x, y, width, height, turn=0.0):
        self.drawing, self.kind, self.turn = drawing, kind, turn
        self.x, self.y, self.width, self.height = x, y, width, height

    def draw(self, view, z):
        return self.kind, view.front(self.drawing, self.x, self.y, z, self.width, self.height, self.turn)


class Pole:
    """With what hangs at it, from the top down."""

    def __init__(self, x, z, hung):
        self.x, self.z, self.hung = x, z, hung
        self.top = max(one.y + one.height / 2 for one in hung) + 0.06
        self.box = (x, self.top / 2, z, 0.3, self.top)

    def draw(self, view):
        view.shadow(self.x + 0.35, self.z, 0.9, 0.3)
        view.pole(self.x, 0, self.z, 0.09, self.top, 135)
        for one in self.hung:  # clamps, seen above and below what they hold
            view.box(self.x, one.y - 0.03, self.z, min(0.22, one.width * 0.4), 0.06, 100)
        return [one.draw(view, self.z) for one in self.hung]


class Portal:
    """A truss over the road on two legs, with boards at it."""

    def __init__(self, left, right, z, height, hung):
        self.left, self.right, self.z, self.height, self.hung = left, right, z, height, hung
        self.box = ((left + right) / 2, height, z, right - left, 2.4)

    def draw(self, view):
        for x in (self.left, self.right):
            view.shadow(x + 0.4, self.z, 1.3, 0.5)
            view.pole(x, 0, self.z, 0.36, self.height + 0.75, 140)
            view.box(x, 0, self.z, 0.7, 0.35, 120)
        middle, wide = (self.left + self.right) / 2, self.right - self.left
        for low, grey in ((0, 150), (0.65, 165)):
            view.box(middle, self.height + low, self.z, wide, 0.1, grey)
            view.box(middle, self.height + low - 0.03, self.z, wide, 0.04, 85)
        bay = 0.8
        for step in range(int((self.right - self.left) / bay)):
            x, up = self.left + step * bay, step % 2
            corners = [(x, up), (x + bay, 1 - up)]
            view.draw.line([view.fine(u, self.height + 0.05 + 0.65 * v, self.z) for u, v in corners],
                           fill=view.faded(135, self.z),
                           width=max(int(view.focal * 0.05 * camera.FINE / self.z), 1))
        for one in self.hung:
            view.box(one.x, self.height - 0.05, self.z, 0.12, max(one.y - self.height, 0.1), 105)
        return [one.draw(view, self.z) for one in self.hung]


class OnWall:
    """What hangs at the front wall of a house: it is drawn with it."""

    def __init__(self, house, hung):
        self.house, self.hung, self.z = house, hung, house.near - 0.01

    def draw(self, view):
        return [one.draw(view, self.house.near) for one in self.hung]


def overlap(one, other, margin=0.0):
    """Whether two boxes x, y, width, height of a picture meet, or nearly."""
    return (one[0] < other[0] + other[2] + margin and other[0] < one[0] + one[2] + margin and
            one[1] < other[1] + other[3] + margin and other[1] < one[1] + one[3] + margin)


def seen(view, box):
    """The box of a thing in the picture."""
    x, y, z, width, height = box
    left, top = view.point(x - width / 2, y + height / 2, z)
    right, low = view.point(x + width / 2, y - height / 2, z)
    return [left, top, right - left, low - top]


def rounded(box):
    return [int(value) for value in np.round(box)]
