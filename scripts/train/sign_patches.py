# SPDX-License-Identifier: Apache-2.0
"""Patches of the speed sign's window, with a sign in the middle or with none.

A patch is drawn four times as large as the window, over a piece of a photograph or of a street, then blurred,
shrunk, lit and given noise. With a sign: SIZES pixels wide, at most NEAR pixels from the middle, since the
detector looks at every fourth pixel. Without: nothing, something that looks like a sign, a sign that is too
far from the middle, too small or too large.
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
FAR = 6.5  # from which on a sign is none of this window's
FINE = 4  # how much larger a patch is drawn


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
    """`size`: pixels of the sign's width, else any of SIZES."""
    patch = crop(grounds, random, FINE * WINDOW)
    width = FINE * (size or random.uniform(*SIZES))
    middle = [FINE * (WINDOW / 2 + random.uniform(-NEAR, NEAR)) for _ in range(2)]
    if random.random() < 0.3:
        below = [middle[0], middle[1] + random.choice([-1, 1]) * width * random.uniform(1.02, 1.15)]
        put(patch, (other_of if random.random() < 0.7 else sign_of)(fonts, random), width, below, random)
    paste(patch, sign_of(fonts, random), width, middle, random)
    return finish(patch, random)


def without(grounds, fonts, random):
    patch, kind = crop(grounds, random, FINE * WINDOW), random.random()
    if kind < 0.45:
        paste(patch, other_of(fonts, random), FINE * random.uniform(15, 40), middle_of(random, 0, 6), random)
    elif kind < 0.65:
        width = FINE * random.uniform(*SIZES)
        paste(patch, sign_of(fonts, random), width, middle_of(random, FAR, 18), random)
    elif kind < 0.78:
        width = random.uniform(8, 14) if kind < 0.7 else random.uniform(45, 90)
        paste(patch, sign_of(fonts, random), FINE * width, middle_of(random, 0, 8), random)
    return finish(patch, random)


def patches(count, share, grounds, fonts, random):
    """(bytes (count, WINDOW, WINDOW), whether there is a sign)"""
    answers = random.random(count) < share
    drawn = [(with_sign if answer else without)(grounds, fonts, random) for answer in answers]
    return np.stack(drawn), answers
