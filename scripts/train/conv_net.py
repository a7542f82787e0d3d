# SPDX-License-Identifier: Apache-2.0
"""Convolution networks of this machine's kind in numpy: forward, backward, and their float weights.

A layer is a convolution with a step, batch normalisation and a clamp to [0, 1]; the last one is linear. Each
output map sums over the input maps that the descriptor lists: the other weights are held at zero. Maps are
arrays (maps, rows, columns, pictures): what is next to each other in memory is the same pixel of all
pictures, so that unfolding a window copies long runs. Convolution is a matrix product over unfolded windows.
"""
import copy
import xml.etree.ElementTree

import numpy as np

import windows

MOMENTUM = 0.95  # of the running mean and variance
EPSILON = 1e-4
LEAK = 0.01  # of the gradient outside the clamp, without which a map could fall silent for good
KEPT = ("weights", "bias", "gamma", "mean", "variance")


def layers_of(descriptor):
    """(kernel, step, [inputs of each output map]) of each layer of an XML descriptor."""
    layers = []
    for node in xml.etree.ElementTree.parse(descriptor).getroot():
        def number(name, node=node):
            return int(node.find(name).text)
        if number("kernelHeight") != number("kernelWidth") or number("subHeight") != number("subWidth"):
            raise ValueError(f"{descriptor}: found a kernel or step that is not square, allowed: square")
        layers.append((number("kernelHeight"), number("subHeight"),
                       [listed(net) for net in node.iter("outNet")]))
    return layers


def listed(net):
    """Of an outNet: with ranges, or with numbers that a line's end breaks, as networks/README.md says."""
    broken = "".join(net.text.split())
    whole = net.text.replace(",", " ").split()
    words = broken.split(",") if len(broken.split(",")) == int(net.get("cnt")) else whole
    result = []
    for word in words:
        first, _, last = word.partition("-")
        result += range(int(first), int(last or first) + 1)
    return result


class Layer:
    """Weights are (outputs, kernel rows, kernel columns, inputs)."""

    def __init__(self, kernel, step, inputs, last, random):
        self.kernel, self.step, self.inputs, self.last = kernel, step, inputs, last
        self.maps_in, self.maps_out = 1 + max(map(max, inputs)), len(inputs)
        self.mask = np.zeros((self.maps_out, 1, 1, self.maps_in), np.float32)
        for output, maps in enumerate(inputs):
            self.mask[output, 0, 0, maps] = 1
        scale = np.sqrt(2 / (kernel * kernel * self.mask.sum(axis=3, keepdims=True)))
        shape = (self.maps_out, kernel, kernel, self.maps_in)
        self.weights = (random.standard_normal(shape) * scale).astype(np.float32) * self.mask
        self.bias = np.full(self.maps_out, 0 if last else 0.25, np.float32)  # of all but the last layer: beta
        self.gamma = np.full(self.maps_out, 0.25, np.float32)
        self.mean = np.zeros(self.maps_out, np.float32)
        self.variance = np.ones(self.maps_out, np.float32)
        self.kept = None

    def parameters(self):
        return [self.weights, self.bias] + ([] if self.last else [self.gamma])

    def forward(self, maps, training):
        unfolded, sides = windows.unfolded(maps, self.kernel, self.step, np.float32)
        shape = (self.maps_out, *sides, maps.shape[3])
        sums = self.weights.reshape(self.maps_out, -1) @ unfolded
        if self.last:
            self.kept = (maps.shape, unfolded)
            return (sums + self.bias[:, None]).reshape(shape)
        if not training:
            factor = self.gamma / np.sqrt(self.variance + EPSILON)
            sums *= factor[:, None]
            sums += (self.bias - self.mean * factor)[:, None]
            return np.clip(sums, 0, 1, out=sums).reshape(shape)
        mean = sums.mean(axis=1)
        sums -= mean[:, None]
        variance = np.einsum("ij,ij->i", sums, sums) / sums.shape[1]
        self.mean += (1 - MOMENTUM) * (mean - self.mean)
        self.variance += (1 - MOMENTUM) * (variance - self.variance)
        deviation = np.sqrt(variance + EPSILON)[:, None]
        sums /= deviation  # normal from here on
        result = sums * self.gamma[:, None] + self.bias[:, None]
        clamped = np.clip(result, 0, 1)
        self.kept = (maps.shape, unfolded, sums, deviation, clamped == result)
        return clamped.reshape(shape)

    def backward(self, gradient, first):
        """Gradients of the parameters, and of the input, which the first layer needs not."""
        shape_in, unfolded = self.kept[:2]
        gradient = gradient.reshape(self.maps_out, -1)
        if self.last:
            own = [gradient.sum(axis=1)]
        else:
            normal, deviation, inside = self.kept[2:]
            gradient = gradient * np.where(inside, np.float32(1), np.float32(LEAK))
            count = gradient.shape[1]
            own = [gradient.sum(axis=1), np.einsum("ij,ij->i", gradient, normal)]
            gradient -= (own[0] / count)[:, None]
            gradient -= normal * (own[1] / count)[:, None]
            gradient *= self.gamma[:, None] / deviation
        slope = (gradient @ unfolded.T).reshape(self.weights.shape) * self.mask
        if first:
            return [slope, *own], None
        back = (self.weights.reshape(self.maps_out, -1).T @ gradient)
        maps = np.zeros(shape_in, np.float32)
        rows, columns = ((side - self.kernel) // self.step + 1 for side in shape_in[1:3])
        back = back.reshape(self.kernel, self.kernel, self.maps_in, rows, columns, shape_in[3])
        for y, x, down, across in windows.places(shape_in, self.kernel, self.step):
            maps[:, down, across] += back[y, x]
        return [slope, *own], maps

    def folded(self):
        """Weights (kernels, rows, columns) in the order of the descriptor, biases: normalisation inside."""
        weights, bias = self.weights, self.bias
        if not self.last:
            factor = self.gamma / np.sqrt(self.variance + EPSILON)
            weights, bias = weights * factor[:, None, None, None], bias - self.mean * factor
        return np.stack([weights[output, :, :, one] for output, maps in enumerate(self.inputs)
                         for one in maps]), bias


class ConvNet:
    def __init__(self, layers, seed):
        random = np.random.default_rng(seed)
        self.layers = [Layer(*layer, number == len(layers) - 1, random)
                       for number, layer in enumerate(layers)]

    def forward(self, maps, training=False):
        """Sums of the last layer for maps (maps, rows, columns, pictures) in [0, 1]."""
        for layer in self.layers:
            maps = layer.forward(maps, training)
        return maps

    def backward(self, gradient):
        """Gradients of all parameters, layer by layer, from that of the last layer's sums."""
        slopes = []
        for number, layer in reversed(list(enumerate(self.layers))):
            own, gradient = layer.backward(gradient, number == 0)
            slopes.append(own)
        return slopes[::-1]

    def scores(self, pictures, batch=256):
        """(pictures, last maps) for bytes (pictures, rows, columns) as large as the window, in batches."""
        return np.concatenate([self.forward(scaled(pictures[first:first + batch]))[:, 0, 0].T
                               for first in range(0, len(pictures), batch)])

    def copied(self):
        for layer in self.layers:
            layer.kept = None
        return copy.deepcopy(self)

    def follow(self, other, share):
        """Moves the parameters a share of the way to those of another network."""
        for own, others in zip(self.layers, other.layers):
            for name in KEPT:
                value = getattr(own, name)
                value += np.float32(share) * (getattr(others, name) - value)

    def arrays(self):
        """L1.weights (kernels, rows, columns), L1.bias (maps,) and so on, float32, for nve-quantise."""
        result = {}
        for number, layer in enumerate(self.layers, 1):
            weights, bias = layer.folded()
            result[f"L{number}.weights"] = weights.astype(np.float32)
            result[f"L{number}.bias"] = bias.astype(np.float32)
        return result


def scaled(pictures):
    """Bytes (pictures, rows, columns) as the network's input."""
    return np.ascontiguousarray(pictures.transpose(1, 2, 0))[None].astype(np.float32) / np.float32(255)
