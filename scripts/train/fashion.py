# SPDX-License-Identifier: Apache-2.0
"""Trains the classifier of Fashion-MNIST: 28x28 pictures of clothes, ten classes.

The last 5000 of the shuffled training pictures are the validation split, on which the choice between the last
network and the average is made. The test pictures are looked at once, at the end.
"""
import numpy as np

import conv_net
from adam import Adam
from idx_file import read_idx
from script_main import InputError

CLASSES = ("T-shirt", "trouser", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag",
           "ankle boot")
DATA = "/usr/share/datasets/fashion-mnist"
PACKAGE = "dataset-fashion-mnist"
# Kernel, step, inputs, outputs of each layer
TOPOLOGY = ((6, 2, 1, 12), (4, 2, 12, 24), (3, 1, 24, 28), (3, 1, 28, 64), (1, 1, 64, 10))
WINDOW, VALIDATION = 28, 5000
EPOCHS, BATCH, RATE, DECAY = 40, 128, 4e-3, 1e-2
SHIFTED = 0.5  # of the pictures, by one pixel


class Data:
    def __init__(self, folder, random, most=None):
        if not folder.is_dir():
            raise InputError(f"{folder}: found no such folder, allowed: that of the package {PACKAGE}; "
                             f"as root: apt-get install {PACKAGE}")
        pictures, labels = pair(folder, "train")
        self.test, self.test_labels = pair(folder, "t10k")
        order = random.permutation(len(pictures))
        kept = min(VALIDATION, len(order) // 4)
        self.validation, self.validation_labels = pictures[order[-kept:]], labels[order[-kept:]]
        order = order[:-kept][:most]
        self.pictures, self.labels = pictures[order], labels[order]


def pair(folder, name):
    pictures = read_idx(folder / f"{name}-images-idx3-ubyte.gz", 3)
    labels = read_idx(folder / f"{name}-labels-idx1-ubyte.gz", 1)
    if pictures.shape[1:] != (WINDOW, WINDOW) or len(pictures) != len(labels) or len(labels) < 8:
        found = f"{' x '.join(map(str, pictures.shape))} pixels and {len(labels)} labels"
        raise InputError(f"{folder}: {name}: found {found}, allowed: pictures of "
                         f"{WINDOW} x {WINDOW} and a label for each, 8 or more")
    if labels.max() >= len(CLASSES):
        raise InputError(f"{folder}: {name}: found the label {labels.max()}, allowed: 0 to "
                         f"{len(CLASSES) - 1}")
    return pictures, labels


def layers():
    return [(kernel, step, [list(range(maps_in))] * maps_out) for kernel, step, maps_in, maps_out in TOPOLOGY]


def varied(pictures, random):
    """Half of them mirrored, some shifted."""
    result = pictures.copy()
    mirrored = random.random(len(result)) < 0.5
    result[mirrored] = result[mirrored][:, :, ::-1]
    ways = np.where(random.random(len(result)) < SHIFTED, random.integers(0, 9, len(result)), 4)
    room = np.pad(result, ((0, 0), (1, 1), (1, 1)))
    for way in range(9):
        chosen = ways == way
        result[chosen] = room[chosen, way // 3:way // 3 + WINDOW, way % 3:way % 3 + WINDOW]
    return result


def gradient_of(sums, labels):
    """Mean loss (cross entropy) and its gradient, for sums (classes, 1, 1, pictures)."""
    values = sums[:, 0, 0]
    shares = np.exp(values - values.max(axis=0))
    shares /= shares.sum(axis=0)
    each = np.arange(len(labels))
    loss = -np.log(shares[labels, each] + 1e-9).mean()
    shares[labels, each] -= 1
    return loss, (shares / len(labels)).reshape(sums.shape)


def trained(data, seed, epochs, progress):
    random = np.random.default_rng([seed, 1])
    net = conv_net.ConvNet(layers(), seed)
    batches = max(len(data.pictures) // BATCH, 1)
    adam = Adam(net, epochs * batches, RATE, DECAY)
    progress.begin("training")
    for epoch in range(epochs):
        order, losses = random.permutation(len(data.pictures)), []
        for batch in range(batches):
            chosen = order[batch * BATCH:(batch + 1) * BATCH]
            sums = net.forward(conv_net.scaled(varied(data.pictures[chosen], random)), True)
            loss, gradient = gradient_of(sums, data.labels[chosen])
            adam.step(gradient)
            losses.append(loss)
        right = accuracy(adam.average, data.validation, data.validation_labels)
        progress.tell((epoch + 1) / epochs,
                      f"epoch {epoch + 1} of {epochs}, loss {np.mean(losses):.3f}, validation "
                                            f"{100 * right:.2f} %")
    return max((adam.average, net), key=lambda one: accuracy(one, data.validation, data.validation_labels))


def accuracy(net, pictures, labels):
    return float((net.scores(pictures).argmax(axis=1) == labels).mean())
