# SPDX-License-Identifier: Apache-2.0
"""Sky, hills and the ground of a street: everything that has no front."""
import numpy as np
import PIL.Image

import camera


class Street:
    """Metres from the camera, which drives in the right lane: left and right edge of the road, lanes."""

    def __init__(self, lanes, right_lanes, lane, pavement):
        self.right = lane * 0.5
        self.left = self.right - lane * lanes
        self.lane, self.lanes, self.right_lanes, self.pavement = lane, lanes, right_lanes, pavement


def sky(view, random):
    rows, columns = int(view.horizon + 40) * camera.FINE, camera.COLUMNS * camera.FINE
    top, low = random.uniform(120, 170), view.haze[0]
    grey = np.linspace(top, low, rows, dtype=np.float32)[:, None] * np.ones((1, columns), np.float32)
    cover = camera.clouds(random, rows, columns, 0.55, 3)
    bright = np.clip((cover - random.uniform(0.4, 0.55)) * 3, 0, 1)
    shade = np.clip(np.roll(cover, 8, axis=0) - cover + 0.03, 0, 0.1) * 300
    grey += bright * (np.minimum(250 - grey, 60) - shade)
    view.canvas.paste(PIL.Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8)), (0, 0))


def hills(view, random):
    """Two far ridges, the second one of trees or roofs."""
    width = camera.COLUMNS * camera.FINE
    for number, (height, grey) in enumerate(((random.uniform(25, 60), 30), (random.uniform(10, 26), 62))):
        ridge = camera.clouds(random, 4, width, 0.45 if number == 0 else 0.8)[1] * height
        ridge = np.repeat(ridge[::2], 2) if number == 0 else ridge
        line = [(column, (view.horizon + 3 - value) * camera.FINE) for column, value in enumerate(ridge)]
        low = view.horizon * camera.FINE + 60
        view.draw.polygon(line + [(width, low), (0, low)],
                          fill=int(view.haze[0] - grey))


def texture(random, x, z, cell):
    """Grain of the ground at places in metres, the same grain at the same place."""
    table = random.random((256, 256)).astype(np.float32)
    table = (table + np.roll(table, 1, 0) + np.roll(table, 1, 1) + np.roll(table, (1, 1), (0, 1))) / 4
    return table[(z / cell).astype(np.int64) % 256, (x / cell).astype(np.int64) % 256] - 0.5


def paint_ground(view, random, street):
    """Road with its markings, kerbs, pavements and grass, pixel by pixel from where each lies."""
    first = int(view.horizon * camera.FINE) + 3
    rows, columns = camera.ROWS * camera.FINE - first, camera.COLUMNS * camera.FINE
    z = view.focal * view.height / ((np.arange(rows) + first + 0.5) / camera.FINE - view.horizon)[:, None]
    x = (np.arange(columns)[None, :] + 0.5) / camera.FINE - camera.COLUMNS / 2
    x = (x * z / view.focal - view.bend * z * z).astype(np.float32)
    z = np.broadcast_to(z.astype(np.float32), x.shape)
    fine = np.clip(1.3 - z / 30, 0.15, 1)  # far away the grain averages out
    asphalt, stone, grass = random.uniform(70, 110), random.uniform(135, 170), random.uniform(100, 135)
    patches = camera.clouds(random, rows, columns) - 0.5
    grain = texture(random, x, z, 0.03)
    grey = asphalt + 14 * patches + 26 * fine * grain
    wheel = np.abs((x - street.left) % street.lane / street.lane - 0.5)
    grey -= 7 * np.exp(-((wheel - 0.25) / 0.09) ** 2)
    for _ in range(random.integers(1, 4)):  # repaired places
        near, wide = random.uniform(6, 40), random.uniform(0.5, 1.6)
        left = random.uniform(street.left, street.right - wide)
        grey[(z > near) & (z < near + random.uniform(2, 9)) & (x > left) & (x < left + wide)] -= 13
    off = np.maximum(street.left - x, x - street.right)  # metres beyond the road
    marked = off < 0
    line = np.zeros_like(x, bool)
    for number in range(street.lanes + 1):
        place = street.left + number * street.lane
        here = np.abs(x - place - (0.25 if number == 0 else -0.25 if number == street.lanes else 0)) < 0.07
        if number == street.lanes - street.right_lanes and 0 < number < street.lanes:
            here = np.abs(np.abs(x - place) - 0.14) < 0.06 if street.lanes > 2 else here & ((z + 2) % 9 < 4)
        elif 0 < number < street.lanes:
            here &= (z + 2) % 9 < 3
        line |= here
    grey = np.where(line & marked, 215 + 70 * fine * grain + 20 * patches, grey)
    kerb = (off >= 0) & (off < 0.18)
    joint = ((z % 1.0 < 0.03) & (z < 25)) & kerb
    grey = np.where(kerb, stone + 25 + 30 * fine * grain - 40 * joint, grey)
    paved = (off >= 0.18) & (off < street.pavement)
    joints = ((z % 0.5 < 0.03) | ((x + 0.25 * (np.floor(z / 0.5) % 2)) % 0.5 < 0.03)) & (z < 22)
    slab = texture(random, np.floor(x / 0.5), np.floor(z / 0.5), 1)
    grey = np.where(paved, stone + 26 * fine * grain + 16 * slab * fine - 28 * joints * fine + 10 * patches,
                    grey)
    green = off >= street.pavement
    tufts = texture(random, x, z, 0.05) + 0.8 * texture(random, x, z, 0.25) + texture(random, x, z, 1.7)
    grey = np.where(green, grass + 38 * np.maximum(fine, 0.4) * tufts + 40 * patches, grey)
    share = 1 - np.exp(-z / view.haze[1])
    grey += (view.haze[0] - grey) * share
    view.canvas.paste(PIL.Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8)), (0, first))
