# SPDX-License-Identifier: Apache-2.0
"""From a picture to boxes: the rules of docs/readout.md, on the output maps of a detector.

A model is what model.json says: window, step, scales, threshold, overlap, box.
"""
import math

import numpy as np


def averaged_axis(size, wanted):
    """(wanted, size): the share that each old pixel has in a new one, which covers size / wanted of them."""
    ratio = size / wanted
    edges = np.arange(wanted + 1) * ratio
    old = np.arange(size)
    covered = np.minimum(edges[1:, None], old + 1) - np.maximum(edges[:-1, None], old)
    return np.maximum(covered, 0) / ratio


def resampled(picture, scale):
    """By area averaging, to round(rows * scale) x round(columns * scale), half up, at least one pixel; the
    mean of the area that a pixel covers is rounded half up."""
    rows, columns = (max(math.floor(side * scale + 0.5), 1) for side in picture.shape)
    if (rows, columns) == picture.shape:
        return picture
    values = averaged_axis(picture.shape[0], rows) @ picture.astype(np.float64)
    values = values @ averaged_axis(picture.shape[1], columns).T
    return np.floor(values + 0.5 + 1e-9).astype(np.uint8)


def candidates(scores, scale, number, model, shape):
    """(score, scale's number, row, column, box) of all windows of one scale whose score reaches the
    threshold. `scores`: output map of the resampled picture alone; `shape`: rows and columns of the
    picture."""
    window, step = model["window"], model["step"]
    box = model.get("box", {"rows": window[0], "columns": window[1]})
    rows, columns = (max(math.floor(side * scale + 0.5), 1) for side in shape)
    found = []
    for row, column in np.argwhere(scores >= model["threshold"]):
        middle = (row * step[0] + window[0] / 2, column * step[1] + window[1] / 2)
        height, width = box["rows"] * shape[0] / rows, box["columns"] * shape[1] / columns
        place = (middle[1] * shape[1] / columns - width / 2, middle[0] * shape[0] / rows - height / 2, width,
                 height)
        found.append((int(scores[row, column]), number, int(row), int(column), clipped(place, shape)))
    return found


def clipped(box, shape):
    """Whole pixels (edges rounded half up) within the picture: x, y, width, height."""
    left, top, right, low = (math.floor(value + 0.5) for value in
                             (box[0], box[1], box[0] + box[2], box[1] + box[3]))
    left, top, right, low = max(left, 0), max(top, 0), min(right, shape[1]), min(low, shape[0])
    return left, top, right - left, low - top


def iou(one, other):
    """Intersection over union of two boxes."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / (one[2] * one[3] + other[2] * other[3] - width * height)


def suppressed(found, overlap):
    """Best first (equal scores: smaller y, x of the box, then the earlier scale first); one goes whose
    intersection over union with one that stays is more than `overlap`."""
    kept = []
    for one in sorted(found, key=lambda one: (-one[0], one[4][1], one[4][0], one[1])):
        if all(iou(one[4], other[4]) <= overlap for other in kept):
            kept.append(one)
    return kept


def detected(picture, model, map_of):
    """Boxes {x, y, width, height, score} of a picture; map_of(picture) gives the output map of a network."""
    found = []
    for number, scale in enumerate(model["scales"]):
        part = resampled(picture, scale)
        if all(side >= window for side, window in zip(part.shape, model["window"])):
            found += candidates(map_of(part), scale, number, model, picture.shape)
    return [dict(zip(("x", "y", "width", "height"), one[4])) | {"score": one[0]}
            for one in suppressed(found, model["overlap"])]


def judged(boxes, signs, least=0.5):
    """(signs with exactly one box of so much intersection over union, false boxes)"""
    places = [tuple(sign[key] for key in ("x", "y", "width", "height")) for sign in signs]
    free, false = set(range(len(places))), 0
    for box in boxes:  # best first
        box = tuple(box[key] for key in ("x", "y", "width", "height"))
        best = max(free, key=lambda number: iou(places[number], box), default=None)
        if best is not None and iou(places[best], box) >= least:
            free.remove(best)
        else:
            false += 1
    return len(places) - len(free), false
