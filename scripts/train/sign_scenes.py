# SPDX-License-Identifier: Apache-2.0
"""Windows cut out of whole pictures, at the places and scales at which the detector looks.

From a street: its signs and its look-alikes at random sizes and shifts, and, with a network, what it takes
for a sign and is none (hard negatives), and signs at which it looks.
"""
import numpy as np
import PIL.Image

import conv_net
import read_out
from sign_patches import FAR, NEAR, SIZES, WINDOW

STEP = 4
SCALES = (0.667, 0.444, 0.296)
HARD = -2.0  # logit from which on a window without a sign is worth learning from
MOST_HARD = 60  # of one picture and scale
UNSURE = (15.0, 40.0)  # a sign of such a width in the window is neither


def logits(net, picture):
    """Map of the last layer's sums for a picture of bytes."""
    return net.forward(conv_net.scaled(picture[None]))[0, :, :, 0]


def cut(picture, box, size, shift, random):
    """The window in which a box of a picture is `size` pixels wide, so far from the middle; lit at random.
    None if it is not wholly in the picture."""
    scale = max(box["width"], box["height"]) / size
    half = WINDOW * scale / 2
    x = box["x"] + box["width"] / 2 + shift[0] * scale
    y = box["y"] + box["height"] / 2 + shift[1] * scale
    place = (x - half, y - half, x + half, y + half)
    if min(place) < 0 or place[2] > picture.shape[1] or place[3] > picture.shape[0]:
        return None
    small = PIL.Image.fromarray(picture).resize((WINDOW, WINDOW), PIL.Image.BOX, box=place)
    values = np.asarray(small, np.float32) * random.uniform(0.8, 1.2) + random.uniform(-15, 15)
    return np.clip(values + 0.5, 0, 255).astype(np.uint8)


def cuts(scene, each, random):
    """(windows, answers): every sign and look-alike so many times, and signs that are too far off."""
    windows, answers = [], []
    for boxes, answer in ((scene.signs, True), (scene.look_alikes, False)):
        for box in boxes:
            for number in range(each):
                off = answer and number % 4 == 3
                near = NEAR if answer else 5
                shift = random.uniform(-near, near, 2)
                if off:
                    shift[random.integers(2)] = random.choice([-1, 1]) * random.uniform(FAR, 12)
                window = cut(scene.picture, box, random.uniform(*SIZES), shift, random)
                if window is not None:
                    windows.append(window)
                    answers.append(answer and not off)
    return windows, answers


def hard(net, picture, signs, scales=SCALES):
    """(windows, answers): what the network takes for signs and is none; the signs themselves."""
    windows, answers = [], []
    for scale in scales:
        part = read_out.resampled(picture, scale)
        if min(part.shape) < WINDOW:
            continue
        sums = logits(net, part)
        rows, columns = np.indices(sums.shape)
        free = np.ones(sums.shape, bool)
        for sign in signs:
            y = (sign["y"] + sign["height"] / 2) * scale - WINDOW / 2
            x = (sign["x"] + sign["width"] / 2) * scale - WINDOW / 2
            away = np.maximum(np.abs(rows * STEP - y), np.abs(columns * STEP - x))
            width = max(sign["width"], sign["height"]) * scale
            if SIZES[0] <= width <= SIZES[1]:
                for place in np.argwhere(away <= NEAR):
                    windows.append(window_at(part, place))
                    answers.append(True)
            if UNSURE[0] <= width <= UNSURE[1]:
                free &= away >= FAR
        places = np.argwhere(free & (sums > HARD))
        order = np.argsort(-sums[tuple(places.T)], kind="stable")[:MOST_HARD]
        windows += [window_at(part, place) for place in places[order]]
        answers += [False] * len(order)
    return windows, answers


def window_at(picture, place):
    row, column = place[0] * STEP, place[1] * STEP
    return picture[row:row + WINDOW, column:column + WINDOW]
