# SPDX-License-Identifier: Apache-2.0
"""Windows cut out of whole pictures, at the places and scales at which the detector looks.

From a street: its signs and its look-alikes at random sizes and shifts, and, with a network, what it takes
for a sign and is none (hard negatives), and signs at which it looks.
"""
import numpy as np
import PIL.Image

import conv_net
import read_out
from sign_patches import NEAR, SIZES, SURE, WINDOW, overlaps, wanted

STEP = 4
SCALES = (0.667, 0.444, 0.296)
HARD = -2.0  # logit from which on a window without a sign is worth learning from
MOST_HARD = 60  # of one picture and scale
FREE = 0.3  # a window with less overlap with all signs than this is without
LOOKED_AT = 8  # windows near a sign, of each scale


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
    """(windows, scores): every sign and look-alike so many times."""
    windows, scores = [], []
    for boxes, is_sign in ((scene.signs, True), (scene.look_alikes, False)):
        for box in boxes:
            for number in range(each):
                between = is_sign and number % 3 == 2  # as in sign_patches.between()
                far = 8 if between else NEAR if is_sign else 5
                shift, size = random.uniform(-far, far, 2), random.uniform(*((13, 42) if between else SIZES))
                window = cut(scene.picture, box, size, shift, random)
                if window is not None:
                    windows.append(window)
                    scores.append(float(wanted(overlaps(size, *shift))) if is_sign else 1 - SURE)
    return windows, scores


def hard(net, picture, signs, random, scales=SCALES):
    """(windows, scores): what the network takes for signs and is none; windows on and beside the signs."""
    windows, scores = [], []
    for scale in scales:
        part = read_out.resampled(picture, scale)
        if min(part.shape) < WINDOW:
            continue
        sums = logits(net, part)
        rows, columns = (places * STEP + WINDOW / 2 for places in np.indices(sums.shape))
        free = np.ones(sums.shape, bool)
        for sign in signs:
            down = (sign["y"] + sign["height"] / 2) * scale - rows
            across = (sign["x"] + sign["width"] / 2) * scale - columns
            overlap = overlaps(max(sign["width"], sign["height"]) * scale, across, down)
            free &= overlap < FREE
            places = np.argwhere(overlap >= FREE)
            for place in random.permutation(places)[:LOOKED_AT]:
                windows.append(window_at(part, place))
                scores.append(float(wanted(overlap[tuple(place)])))
        places = np.argwhere(free & (sums > HARD))
        order = np.argsort(-sums[tuple(places.T)], kind="stable")[:MOST_HARD]
        windows += [window_at(part, place) for place in places[order]]
        scores += [1 - SURE] * len(order)
    return windows, scores


def window_at(picture, place):
    row, column = place[0] * STEP, place[1] * STEP
    return picture[row:row + WINDOW, column:column + WINDOW]
