# SPDX-License-Identifier: Apache-2.0
"""Trains the detector of speed signs, of the thesis's topology: a window of 32x32 pixels, every fourth pixel.

It learns from drawn patches, from windows of drawn streets, and, in later rounds, from what the network of
the round before took for signs in streets and photographs. All of them are of the training part (sources.py).
"""
import concurrent.futures
import signal

import numpy as np

import conv_net
import sign_patches
import sign_scenes
import sources
import street_scene
from adam import Adam

# First seeds of the parts' streets
STREETS = {"train": 1_000_000, "validation": 2_000_000, "test": 6_000_000}
COUNTS = {"train": 36, "validation": 12, "test": 10}  # streets
PATCHES, CHUNK = 16000, 500  # drawn ones, those of one piece of work
SHARES = (0.4, 0.15)  # of them with a sign, between
EACH = 12  # windows of every sign and look-alike of a street
ROUNDS = (6, 6, 14)  # epochs
BATCH, RATE, DECAY = 64, 3e-3, 1e-2
PHOTOGRAPH_SCALES = (1.0, 0.5, 0.25)


def quiet():
    """A worker ends with who has started it."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 0)


def in_parallel(function, arguments):
    with concurrent.futures.ProcessPoolExecutor(2, initializer=quiet) as workers:
        try:
            yield from workers.map(function, arguments)
        except BaseException:
            workers.shutdown(wait=False, cancel_futures=True)
            raise


def street(work):
    part, seed = work
    return street_scene.drawn(seed, sources.fonts(part))


def streets(part, seed, count):
    """So many, one after the other, each as soon as it is drawn."""
    first = STREETS[part] + 1000 * seed
    return in_parallel(street, [(part, first + number) for number in range(count)])


def drawn(work):
    part, seed, count, shares, grounds = work
    return sign_patches.patches(count, shares, grounds, sources.fonts(part), np.random.default_rng(seed))


def drawn_patches(part, seed, count, shares, grounds):
    pieces = [(part, [seed, sources.PARTS.index(part), first], min(CHUNK, count - first), shares, grounds)
              for first in range(0, count, CHUNK)]
    return in_parallel(drawn, pieces)


def gradient_of(sums, wanted):
    """Mean loss (cross entropy) and its gradient, for sums (1, 1, 1, pictures)."""
    shares = 1 / (1 + np.exp(-sums[0, 0, 0]))
    loss = -(wanted * np.log(shares + 1e-9) + (1 - wanted) * np.log(1 - shares + 1e-9)).mean()
    return loss, ((shares - wanted) / len(wanted)).astype(np.float32).reshape(sums.shape)


def lit(maps, mirrored, random):
    """In other light and with other noise each time; half of `mirrored` are."""
    count = maps.shape[3]
    turned = mirrored & (random.random(count) < 0.5)
    maps[:, :, :, turned] = maps[:, :, ::-1, turned]
    factor = random.uniform(0.75, 1.2, count).astype(np.float32)
    maps = (maps - 0.5) * factor + (0.5 + random.uniform(-0.1, 0.1, count)).astype(np.float32)
    maps += random.standard_normal(maps.shape, np.float32) * random.uniform(0, 0.02, count).astype(np.float32)
    return np.clip(maps, 0, 1, out=maps)


class Training:
    def __init__(self, topology, seed, progress, size=1.0):
        """`size`: share of streets, patches and epochs, for a quick try."""
        self.topology, self.seed, self.progress, self.size = topology, seed, progress, size
        self.windows, self.wanted, self.streets = [], [], []
        self.photographs = sources.photographs("train")

    def share_of(self, count, least=1):
        return max(int(count * self.size), least)

    def take(self, windows, wanted):
        if len(windows):
            self.windows.append(np.asarray(windows, np.uint8))
            self.wanted.append(np.asarray(wanted))

    def draw(self):
        self.progress.begin("drawing streets")
        random, count = np.random.default_rng([self.seed, 7]), self.share_of(COUNTS["train"])
        for number, scene in enumerate(streets("train", self.seed, count)):
            self.streets.append(scene)
            self.take(*sign_scenes.cuts(scene, EACH, random))
            if number % 6 == 5:
                self.progress.tell((number + 1) / count, f"{number + 1} of {count}")
        self.progress.begin("drawing patches")
        grounds = self.photographs + [street_scene.without_signs(scene) for scene in self.streets[::2]]
        count = self.share_of(PATCHES, BATCH)
        for number, piece in enumerate(drawn_patches("train", self.seed, count, SHARES, grounds)):
            self.take(*piece)
            if number % 8 == 7:
                self.progress.tell((number + 1) * CHUNK / count, f"{(number + 1) * CHUNK} of {count}")

    def mine(self, net, number):
        self.progress.begin(f"looking for mistakes, {number}")
        before, random = sum(map(len, self.windows)), np.random.default_rng([self.seed, 13, number])
        for scene in self.streets:
            self.take(*sign_scenes.hard(net, scene.picture, scene.signs, random))
        for photograph in self.photographs:
            self.take(*sign_scenes.hard(net, np.asarray(photograph), [], random, PHOTOGRAPH_SCALES))
        self.progress.tell(1, f"{sum(map(len, self.windows)) - before} windows")

    def round(self, net, number, epochs):
        self.progress.begin(f"training, round {number}")
        windows, wanted = np.concatenate(self.windows), np.concatenate(self.wanted)
        random = np.random.default_rng([self.seed, 11, number])
        batches = max(len(windows) // BATCH, 1)
        adam = Adam(net, epochs * batches, RATE, DECAY)
        for epoch in range(epochs):
            order, losses = random.permutation(len(windows)), []
            for batch in range(batches):
                chosen = order[batch * BATCH:(batch + 1) * BATCH]
                maps = lit(conv_net.scaled(windows[chosen]), wanted[chosen] < 0.5, random)
                loss, gradient = gradient_of(net.forward(maps, True), wanted[chosen])
                adam.step(gradient)
                losses.append(loss)
            self.progress.tell((epoch + 1) / epochs,
                               f"epoch {epoch + 1} of {epochs}, {len(windows)} windows, loss "
                                                     f"{np.mean(losses):.4f}")
        return adam.average

    def run(self):
        self.draw()
        net = conv_net.ConvNet(self.topology, self.seed)
        for number, epochs in enumerate(ROUNDS, 1):
            net = self.round(net.copied(), number, self.share_of(epochs))
            if number < len(ROUNDS):
                self.mine(net, number)
        return net

    def calibration(self, net, count=400):
        """Training windows: the first ones, and those with the largest sums, which choose the gain."""
        windows = np.concatenate(self.windows)
        sums = np.abs(net.scores(windows)[:, 0])
        largest = np.argsort(-sums, kind="stable")[:count // 4]
        return np.concatenate([windows[:count - len(largest)], windows[largest]])


def work():
    """Parts of the training and their shares of the time, for Progress."""
    result = [("drawing streets", 34), ("drawing patches", 15)]
    for number, epochs in enumerate(ROUNDS, 1):
        result.append((f"training, round {number}", epochs * 3))
        if number < len(ROUNDS):
            result.append((f"looking for mistakes, {number}", 10))
    return result
