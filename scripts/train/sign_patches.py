# SPDX-License-Identifier: Apache-2.0
"""Patches of the speed sign's window, with a sign in the middle or with none.

A patch is drawn four times as large as the window, over a piece of a photograph or of a street, then blurred,
shrunk, lit and given noise. With a sign: SIZES pixels wide, at most NEAR pixels from the middle, since the
detector looks at every fourth pixel. Without: nothing, something that looks like a sign, a sign that is too
far from the middle, too small or too large. What a window with a sign shall score follows from how well the
box that would be drawn fits the sign: so the best of many windows wins.
"""
import math

import numpy as np
import PIL.Image
import PIL.ImageFilter

import look_alikes
import sign_drawing

WINDOW = 32
SIZES = (19.0, 31.5)  # pixels of a sign's width
NEAR = 2.4
FAR = 8.5  # from which on a sign is none of this window's
OBJECT = 24  # pixels of the box that a window draws around its middle
SURE = 0.98  # what a window scores that fits well, and 1 - SURE what has no sign: sums stay small
# Sum of a window whose box has so much intersection over union with a sign; linear between them
FITS, SUMS = (0.45, 0.6, 0.85), (math.log(1 / SURE - 1), 1.8, -math.log(1 / SURE - 1))
FINE = 4  # how much larger a patch is drawn


def overlaps(size, across, down):
    """Intersection over union of the box of a window and a sign `size` pixels wide, so far from its middle;
    numbers or arrays."""
    sides = [np.clip(np.minimum(OBJECT / 2, shift + size / 2) - np.maximum(-OBJECT / 2, shift - size / 2), 0,
                     None) for shift in (across, down)]
    common = sides[0] * sides[1]
    return common / (OBJECT * OBJECT + size * size - common)


def wanted(overlap):
    """What a window of such an overlap shall score: 0 to 1."""
    return 1 / (1 + np.exp(-np.interp(overlap, FITS, SUMS)))


def wanted_at(width, middle):
    """The same for a sign in fine pixels of a patch."""
    across, down = (value / FINE - WINDOW / 2 for value in middle)
    return float(wanted(overlaps(width / FINE, across, down)))


def crop(grounds, random, side):
    """A square piece of a picture, at a scale of 1/3 to 3."""
    picture = grounds[random.integers(len(grounds))]
    piece = int(min(max(WINDOW * math.exp(random.uniform(math.log(0.3), math.log(3))), 8), *picture.size))
    left, top = (random.integers(0, end - piece + 1) for end in picture.size)
    result = picture.resize((side, side), PIL.Image.BILINEAR, box=(left, top, left + piece, top + piece))
    return result.transpose(PIL.Image.FLIP_LEFT_RIGHT) if random.random() < 0.5 else result


def paste(patch, drawing, width, middle, random):
    """Draws a sign of so many fine pixels, a little turned and seen from the side, perhaps with its pole and
    its neighbour above or below."""
    if random.random() < 0.6:
        pole, grey = random.uniform(0.03, 0.08) * width, int(random.uniform(60, 200))
        patch.paste(grey, [int(middle[0] - pole), int(middle[1]), int(middle[0] + pole) + 1, patch.size[1]])
    put(patch, drawing, width, middle, random)


def put(patch, drawing, width, middle, random):
    size = (max(int(width * random.uniform(0.88, 1)), 2), max(int(width), 2))
    drawing = drawing.resize(size, PIL.Image.BOX).rotate(random.uniform(-6, 6), PIL.Image.BILINEAR,
                                                         expand=True)
    grey = drawing.getchannel("L")
    dark = random.uniform(0.6, 1)  # in the shade, or in the sun
    grey = grey.point([int(value * dark) for value in range(256)])
    patch.paste(grey, (int(middle[0] - drawing.size[0] / 2), int(middle[1] - drawing.size[1] / 2)),
                drawing.getchannel("A"))


def finish(patch, random):
    """What camera and light do; bytes (WINDOW, WINDOW)."""
    patch = patch.filter(PIL.ImageFilter.GaussianBlur(random.uniform(0, 0.8) * FINE))
    values = np.asarray(patch.resize((WINDOW, WINDOW), PIL.Image.BOX), np.float32)
    contrast, light = random.uniform(0.6, 1.05), random.uniform(-25, 25)
    values = (values - 128) * contrast + 128 + light
    values += random.standard_normal(values.shape) * random.uniform(0, 5)
    return np.clip(values + 0.5, 0, 255).astype(np.uint8)


def middle_of(random, near, far):
    angle, distance = random.uniform(0, 2 * math.pi), random.uniform(near, far)
    return [FINE * (WINDOW / 2 + distance * function(angle)) for function in (math.cos, math.sin)]


def sign_of(fonts, random):
    return sign_drawing.speed_sign(random.choice(sign_drawing.LIMITS), str(random.choice(fonts)), random)


def other_of(fonts, random):
    return look_alikes.look_alike(str(random.choice(look_alikes.KINDS)), str(random.choice(fonts)), random)


def with_sign(grounds, fonts, random, size=None):
    """A patch and what it shall score. `size`: pixels of the sign's width, else any of SIZES."""
    patch = crop(grounds, random, FINE * WINDOW)
    width = FINE * (size or random.uniform(*SIZES))
    middle = [FINE * (WINDOW / 2 + random.uniform(-NEAR, NEAR)) for _ in range(2)]
    if random.random() < 0.3:
        below = [middle[0], middle[1] + random.choice([-1, 1]) * width * random.uniform(1.02, 1.15)]
        put(patch, (other_of if random.random() < 0.7 else sign_of)(fonts, random), width, below, random)
    paste(patch, sign_of(fonts, random), width, middle, random)
    return finish(patch, random), wanted_at(width, middle)


def without(grounds, fonts, random):
    """A patch and what it shall score, which is little."""
    patch, kind, score = crop(grounds, random, FINE * WINDOW), random.random(), 1 - SURE
    if kind < 0.45:
        paste(patch, other_of(fonts, random), FINE * random.uniform(15, 40), middle_of(random, 0, 6), random)
    elif kind < 0.65:
        width, middle = FINE * random.uniform(*SIZES), middle_of(random, FAR, 18)
        paste(patch, sign_of(fonts, random), width, middle, random)
        score = wanted_at(width, middle)
    elif kind < 0.78:
        width = FINE * (random.uniform(8, 14) if kind < 0.7 else random.uniform(45, 90))
        paste(patch, sign_of(fonts, random), width, middle_of(random, 0, 8), random)
    return finish(patch, random), score


def between(grounds, fonts, random):
    """With a sign that may be of another size and off the middle, by more or less."""
    patch, width = crop(grounds, random, FINE * WINDOW), FINE * random.uniform(13, 42)
    middle = middle_of(random, 0, 11)
    paste(patch, sign_of(fonts, random), width, middle, random)
    return finish(patch, random), wanted_at(width, middle)


def patches(count, shares, grounds, fonts, random):
    """(bytes (count, WINDOW, WINDOW), what they shall score). `shares`: with a sign, between; the rest is
    without."""
    kinds = random.choice(3, count, p=[*shares, 1 - sum(shares)])
    drawn = [(with_sign, between, without)[kind](grounds, fonts, random) for kind in kinds]
    return np.stack([patch for patch, _ in drawn]), np.array([score for _, score in drawn])
