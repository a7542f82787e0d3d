# SPDX-License-Identifier: Apache-2.0
"""A network and its weights as nvec saves them (--save-network, --save-weights): checked, without ranges, in
one dialect and with one element type for each array."""
import dataclasses
import xml.etree.ElementTree as ElementTree

import numpy


@dataclasses.dataclass
class Layer:
    """The words of convnet/network.hpp and convnet/weights.hpp; pairs are rows and columns."""
    name: str
    out: tuple
    kernel: tuple
    stride: tuple
    inputs: list  # for each output map the maps that it reads
    weights: numpy.ndarray  # int16, (kernels, rows, columns): by output map, then in the order of its inputs
    bias: numpy.ndarray
    act_shift: int
    bias_shift: int
    table: numpy.ndarray

    def needs(self):
        """Maps, rows and columns of the input that the windows cover."""
        rows, columns = ((out - 1) * stride + kernel
                         for out, stride, kernel in zip(self.out, self.stride, self.kernel))
        return 1 + max(max(each) for each in self.inputs), rows, columns


def _pair(element, what):
    return tuple(int(element.findtext(what + side)) for side in ("Height", "Width"))


def layers_of(network, weights):
    """The layers of two files."""
    with numpy.load(weights) as arrays:
        return [Layer(name, _pair(element, "out"), _pair(element, "kernel"), _pair(element, "sub"),
                      [[int(text) for text in one.text.split(",")] for one in element.findall("outNet")],
                      arrays[f"{name}.weights"], arrays[f"{name}.bias"], int(arrays[f"{name}.act_shift"]),
                      int(arrays[f"{name}.bias_shift"]), arrays[f"{name}.table"])
                for name, element in ((f"L{number}", element) for number, element in enumerate(
                    ElementTree.parse(network).getroot().findall("layerDescriptor"), start=1))]
