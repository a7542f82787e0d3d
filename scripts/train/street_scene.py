# SPDX-License-Identifier: Apache-2.0
"""A street with speed signs and things that look like them, and the truth about both.

Everything has a place in metres, from which its size and its place in the picture follow. A speed sign is
SEEN pixels wide, which the detector is made for; one that would be smaller does not stand there. Nothing
hides one.
"""
import dataclasses

import numpy as np
import PIL.Image
import PIL.ImageFilter

import camera
import facades
import ground
import look_alikes
import sign_drawing
import street_things
from street_things import Hung, OnWall, Pole, Portal

SEEN = (30.5, 97.0)
TRIES = 3  # at a pole's place, until something fits there
ON_POLES = tuple(kind for kind in look_alikes.KINDS if kind not in ("advertising", "number plate"))


@dataclasses.dataclass
class Street:
    """A picture and the boxes of what it shows: `signs` {x, y, width, height, class}, `look_alikes`
    {x, y, width, height, kind}."""
    picture: np.ndarray
    signs: list
    look_alikes: list


def drawn(seed, fonts):
    scene = Scene(seed, fonts)
    return Street(scene.picture, scene.signs, scene.look_alikes)


class Scene:
    def __init__(self, seed, fonts):
        self.random = random = np.random.default_rng(seed)
        self.fonts = fonts
        focal, height, horizon = random.uniform(980, 1150), random.uniform(1.3, 1.9), random.uniform(375, 425)
        bend = random.choice([0, 0, 1, -1]) * random.uniform(0.0005, 0.0016)
        haze = (random.uniform(195, 225), random.uniform(220, 600))
        self.view = camera.Camera(focal, height, horizon, bend, haze)
        lanes = int(random.choice([2, 2, 3, 4]))
        self.street = ground.Street(lanes, (lanes + 1) // 2, random.uniform(3.2, 3.6),
                                    random.uniform(2.4, 3.8))
        self.font = str(random.choice(fonts))
        self.things, self.taken = [], []
        self.city = random.random() < 0.7
        self.place()
        self.signs, self.look_alikes = [], []
        self.draw()

    def place(self):
        houses = self.houses()
        self.things += houses
        if self.street.lanes > 2 or self.random.random() < 0.5:
            self.portal(self.random.uniform(19, 30))
        for side in (1, -1):
            self.poles(side)
        for house in houses:
            self.on_wall(house)
        self.cars()
        for side in (1, -1):
            self.trees(side)
            self.woods(side)

    def edge(self, side):
        return self.street.right if side > 0 else self.street.left

    def houses(self):
        random, result, light = self.random, [], self.random.choice([1, -1])
        for side in (1, -1):
            distance = abs(self.edge(side)) + self.street.pavement + random.uniform(0.2, 2.5)
            place = -6.0 if self.city else random.uniform(25, 60)
            while place < 150:
                length = random.uniform(11, 22)
                if self.city or random.random() < 0.4:
                    font = str(random.choice(self.fonts))
                    result.append(facades.House(random, side, distance, place, length, font, light))
                place += length + (random.uniform(5, 9) if random.random() < 0.35 else 0)
        return result

    def limit(self):
        return int(self.random.choice(sign_drawing.LIMITS))

    def sign(self, x, y, width, limit):
        turn, narrow = self.random.uniform(-2.5, 2.5), self.random.uniform(0.94, 1)
        drawing = self.lit(sign_drawing.speed_sign(limit, self.font, self.random))
        return Hung(drawing, f"speed limit {limit}", x, y, width * narrow, width, turn)

    def other(self, kind, x, y, width):
        drawing = self.lit(look_alikes.look_alike(kind, self.font, self.random))
        return Hung(drawing, kind, x, y, width, width, self.random.uniform(-2, 2))

    def lit(self, drawing):
        """In the shade or the sun"""
        return facades.darker(drawing, self.random.uniform(0.62, 1.0))

    def may_hang(self, hung, z):
        """Wholly in the picture, of a size that counts, apart from all that hangs so far."""
        fits = not any(self.hides(house, one, z) for house in self.things for one in hung
                       if isinstance(house, facades.House))
        boxes = []
        for one in hung:
            box = street_things.seen(self.view, (one.x, one.y, z, one.width, one.height))
            fits &= box[0] > 6 and box[1] > 6 and box[0] + box[2] < camera.COLUMNS - 6
            if one.kind.startswith("speed"):
                fits &= SEEN[0] <= min(box[2:]) and max(box[2:]) <= SEEN[1]
            boxes.append(box)
        fits = fits and not any(street_things.overlap(box, taken, 5) for box in boxes for taken in self.taken)
        if fits:
            self.taken += boxes
        return fits

    def hides(self, house, one, z):
        """Whether a house that is nearer stands, or nearly, in the line of sight."""
        bend = self.view.bend
        for step in range(9):
            near = house.near + (min(house.far, z) - house.near) * step / 8
            if camera.NEAREST < near < z - 0.1:
                line = (one.x + bend * z * z) * near / z - bend * near * near
                if house.side * (line - house.x) + one.width / 2 * near / z + 0.3 > 0:
                    return True
        return False

    def portal(self, z):
        random, street = self.random, self.street
        left = street.left - 1.2
        if street.lanes > 2:
            left = street.right - street.lane * street.right_lanes - 0.6
        height, limit = random.uniform(5.2, 5.6), self.limit()
        hung = []
        count = round((street.right - left) / street.lane)
        for lane in range(count):
            x = street.right - street.lane * (lane + 0.5)
            draw = random.random()
            if draw < 0.7:
                hung.append(self.sign(x, height + 0.35, random.uniform(0.95, 1.2), limit))
            else:
                hung.append(self.other(str(random.choice(["no overtaking", "no lorries", "end of limit"])), x,
                                       height + 0.35, 1.0))
        places = ["Aheim", "Norden", "Talbach", "Seedorf", "Zentrum"]
        names = [str(name) for name in random.choice(places, 2, False)]
        wide = random.uniform(2.4, 3.0)
        board = Hung(look_alikes.direction_board(names, self.font, random), "direction board",
                     street.right + 0.9 - wide / 2, height + 1.6, wide, wide / 2)
        if self.may_hang(hung, z):
            self.things.append(Portal(left, street.right + 1.2, z, height, hung + [board]))
            self.taken.append(street_things.seen(self.view, (board.x, board.y, z, board.width, board.height)))
            self.taken += [street_things.seen(self.view, (x, height / 2, z, 0.7, height))
                           for x in (left, street.right + 1.2)]

    def poles(self, side):
        """From near to far, 4 to 9 m between them, some with two signs below each other."""
        random, z = self.random, self.random.uniform(7.5, 10)
        while z < 42:
            x = self.edge(side) + side * random.uniform(0.55, 1.0)
            for hung in (self.hung_at(x) for _ in range(TRIES)):
                if self.may_hang(hung, z):
                    self.things.append(Pole(x, z, hung))
                    self.taken.append(street_things.seen(self.view, self.things[-1].box))
                    break
            z += random.uniform(2.5, 6) if random.random() < 0.8 else 1

    def hung_at(self, x):
        random, low = self.random, self.random.uniform(2.0, 2.5)
        draw = random.random()
        width = random.uniform(0.6, 0.78)
        if draw < 0.15:  # two under each other, of which one is a speed sign
            kinds = [kind for kind in ON_POLES if kind not in ("clock", "traffic light", "mirror")]
            kind = str(random.choice(kinds))
            other = self.other(kind, x, low + width / 2, width)
            return [self.sign(x, low + width * 1.5 + 0.06, width, self.limit()), other]
        if draw < 0.6:
            hung = [self.sign(x, low + width / 2, width, self.limit())]
            if random.random() < 0.25:
                plate = look_alikes.look_alike("number plate", self.font, random).crop((0, 38, 192, 154))
                hung.append(Hung(self.lit(plate), "number plate", x, low - 0.24, width * 0.8, 0.4))
            return hung
        kind = str(random.choice(ON_POLES))
        size = look_alikes.METRES.get(kind, width)
        low += 0.9 if kind == "clock" else 0
        return [self.other(kind, x, low + size / 2, size)]

    def on_wall(self, house):
        """A clock, a poster, a number at the wall that faces the camera."""
        random = self.random
        if house.near < 12 or random.random() < 0.3:
            return
        kind = str(random.choice(["clock", "advertising", "number plate"]))
        size = min(look_alikes.METRES[kind] * random.uniform(1, 1.6), 1.35)
        floors = 1 if kind == "number plate" else random.integers(1, min(house.storeys, 3))
        height = facades.STOREY * floors + 0.2  # between the windows of two floors
        hung = [self.other(kind, house.x + house.side * random.uniform(0.9, 2.2), height, size)]
        hung[0].turn = 0
        if self.may_hang(hung, house.near):
            self.things.append(OnWall(house, hung))

    def is_free(self, box):
        wall = Hung(None, None, box[0], box[1], min(box[3], 2), box[4])
        if any(self.hides(house, wall, box[2]) for house in self.things if isinstance(house, facades.House)):
            return False
        box = street_things.seen(self.view, box)
        return not any(street_things.overlap(box, taken, 3) for taken in self.taken)

    def add(self, thing):
        """If nothing stands there, and what it stands on is in the picture."""
        foot = self.view.point(thing.x, 0, thing.z)[0]
        if 0 <= foot <= camera.COLUMNS and self.is_free(thing.box):
            self.things.append(thing)

    def cars(self):
        random, street = self.random, self.street
        for lane in range(street.lanes):
            z, behind = random.uniform(9, 26), lane < street.right_lanes
            while z < 90:
                x = street.right - street.lane * (lane + 0.5) + random.uniform(-0.2, 0.2)
                if random.random() < 0.7 and not (lane == 0 and z < 12):
                    self.add(street_things.Car(random, x, z, behind))
                z += random.uniform(9, 30)

    def trees(self, side):
        random, z = self.random, self.random.uniform(7, 16)
        while z < 120:
            far = self.street.pavement * random.uniform(0.7, 1) if self.city else random.uniform(2.5, 6)
            if random.random() < (0.5 if self.city else 0.85):
                self.add(street_things.Tree(random, self.edge(side) + side * far, z))
            elif random.random() < 0.5:
                self.add(street_things.Lamp(random, self.edge(side) + side * 0.6, z, side))
            z += random.uniform(4, 9)

    def woods(self, side):
        """Trees in the fields, far from the road"""
        random, z = self.random, self.random.uniform(50, 90)
        if not self.city:
            for _ in range(random.integers(10, 40)):
                x = self.edge(side) + side * random.uniform(12, 60)
                self.add(street_things.Tree(random, x, z + random.uniform(0, 60)))

    def draw(self):
        view, random = self.view, self.random
        ground.sky(view, random)
        ground.hills(view, random)
        ground.paint_ground(view, random, self.street)
        behind = (facades.House, OnWall)  # nothing else stands between or behind houses
        for thing in sorted(self.things, key=lambda thing: (not isinstance(thing, behind), -thing.z)):
            for kind, box in thing.draw(view) or []:
                x, y, width, height = street_things.rounded(box)
                place = {"x": x, "y": y, "width": width, "height": height}
                if kind.startswith("speed"):
                    self.signs.append({**place, "class": "speed sign"})
                else:
                    self.look_alikes.append({**place, "kind": kind})
        self.picture = view.picture(random, random.uniform(0.25, 0.6), random.uniform(1, 3))


def without_signs(scene):
    """The picture with its speed signs blurred, as ground for patches."""
    picture = PIL.Image.fromarray(scene.picture)
    for sign in scene.signs:
        far = sign["width"] // 2
        place = (sign["x"] - 2, sign["y"] - 2, sign["x"] + sign["width"] + 2, sign["y"] + sign["height"] + 2)
        picture.paste(picture.crop(place).filter(PIL.ImageFilter.GaussianBlur(far)), place)
    return picture
