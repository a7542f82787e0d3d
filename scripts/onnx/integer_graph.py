# SPDX-License-Identifier: Apache-2.0
"""The layers of a network as an ONNX graph of integer operators, equal bit by bit: docs/onnx.md says why.

A layer is, with the words of convnet/weights.hpp:

    Slice, Pad        crop a map that is larger than the windows, continue a smaller one with zeros
    ConvInteger       twice: the weights' low bytes as they are, their high bytes with zero point 128
    Cast, Mul, Add    low + 256 * high in 64 bits
    Add               bias << bias_shift, the rounding and 512 << act_shift
    Div, Clip         by 1 << act_shift, to 0..1023
    Gather            in the table

ConvInteger of weights that fit eight bits is one. Weights with which an accumulator could leave its 32 bits,
and wrap around, are refused, as by nvec.
"""
import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from script_main import InputError

OPSET = 13
IR_VERSION = 7  # the one of this opset
ENTRIES = 1024
MOST = 2 ** 31 - 1  # of a signed number of 32 bits
MOST_PIXEL = 255
ZERO_POINT = 128  # of high bytes
PICTURE = "picture"
BATCH = "pictures"


def groups_of(layer, maps):
    """How many groups of equal size the layer's input maps fall into, each read as a whole by its share of
    the output maps; 1 if they do not."""
    outputs, wide = len(layer.inputs), len(layer.inputs[0])
    if maps % wide or outputs % (maps // wide):
        return 1
    groups = maps // wide
    share = outputs // groups
    whole = all(sorted(inputs) == list(range(number // share * wide, (number // share + 1) * wide))
                for number, inputs in enumerate(layer.inputs))
    return groups if whole else 1


def kernels_of(layer, maps, groups):
    """The weights as ONNX has them, (output maps, input maps of a group, rows, columns); zero for input maps
    that an output map does not read."""
    wide = maps // groups
    kernels = numpy.zeros((len(layer.inputs), wide, *layer.kernel), numpy.int16)
    place = iter(layer.weights)
    for number, inputs in enumerate(layer.inputs):
        for each in inputs:
            kernels[number, each % wide if groups > 1 else each] = next(place)
    return kernels


def check_range(layer, kernels):
    """Refuses weights with which there are pixels whose accumulator leaves its 32 bits."""
    flat = MOST_PIXEL * kernels.reshape(len(kernels), -1).astype(numpy.int64)
    bias = layer.bias.astype(numpy.int64) << layer.bias_shift
    least = int((bias + numpy.minimum(flat, 0).sum(axis=1)).min())
    most = int((bias + numpy.maximum(flat, 0).sum(axis=1)).max())
    if least < -MOST - 1 or most > MOST:
        raise InputError(f"{layer.name}: found weights with which accumulators reach {least} to {most}, "
                         f"allowed: {-MOST - 1} to {MOST}")


class Graph:
    """Nodes and constants; a name is the layer's and what the node does."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, values):
        self.constants.append(numpy_helper.from_array(numpy.asarray(values), name))
        return name

    def add(self, kind, name, *inputs, **attributes):
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def fit(self, layer, source, size, needed):
        """The rows and columns that the layer's windows cover."""
        ends = [min(pair) for pair in zip(size, needed)]
        if ends != list(size):
            source = self.add("Slice", f"{layer.name}.cropped", source,
                              self.constant(f"{layer.name}.starts", numpy.zeros(2, numpy.int64)),
                              self.constant(f"{layer.name}.ends", numpy.array(ends, numpy.int64)),
                              self.constant(f"{layer.name}.axes", numpy.array([2, 3], numpy.int64)))
        if ends != list(needed):
            missing = [0] * 6 + [need - end for need, end in zip(needed, ends)]
            source = self.add("Pad", f"{layer.name}.continued", source,
                              self.constant(f"{layer.name}.missing", numpy.array(missing, numpy.int64)),
                              self.constant(f"{layer.name}.zero", numpy.uint8(0)))
        return source

    def convolve(self, layer, source, part, kernels, groups, zero_point):
        """Sums of products of pixels with bytes, in 64 bits."""
        values = abs(kernels.astype(numpy.int64) - zero_point)
        magnitude = int(MOST_PIXEL * values.sum(axis=(1, 2, 3)).max())
        if magnitude > MOST:
            raise InputError(f"{layer.name}: found weights whose {part} bytes can sum up to {magnitude}, "
                             f"allowed: {MOST}, what ConvInteger is sure to hold")
        inputs = [source, self.constant(f"{layer.name}.{part}_bytes", kernels)]
        if zero_point:
            inputs += [self.constant(f"{layer.name}.zero_of_pixels", numpy.uint8(0)),
                       self.constant(f"{layer.name}.zero_of_{part}_bytes", numpy.uint8(zero_point))]
        sums = self.add("ConvInteger", f"{layer.name}.{part}_sums", *inputs, group=groups,
                        kernel_shape=list(layer.kernel), strides=list(layer.stride))
        return self.add("Cast", f"{layer.name}.{part}", sums, to=TensorProto.INT64)

    def accumulate(self, layer, source, kernels, groups):
        """Sums of products of pixels and weights, in 64 bits."""
        if kernels.min() >= -ZERO_POINT and kernels.max() < ZERO_POINT:
            return self.convolve(layer, source, "whole", (kernels + ZERO_POINT).astype(numpy.uint8), groups,
                                 ZERO_POINT)
        low = self.convolve(layer, source, "low", (kernels & 255).astype(numpy.uint8), groups, 0)
        high = self.convolve(layer, source, "high", ((kernels >> 8) + ZERO_POINT).astype(numpy.uint8), groups,
                             ZERO_POINT)
        scaled = self.add("Mul", f"{layer.name}.scaled", high,
                          self.constant(f"{layer.name}.256", numpy.int64(256)))
        return self.add("Add", f"{layer.name}.sums", low, scaled)

    def activate(self, layer, sums):
        """Pixels of accumulators without their bias."""
        bias = (layer.bias.astype(numpy.int64) << layer.bias_shift).reshape(1, -1, 1, 1)
        offset = (1 << layer.act_shift >> 1) + (ENTRIES // 2 << layer.act_shift)
        moved = self.add("Add", f"{layer.name}.moved", sums,
                         self.constant(f"{layer.name}.bias_and_offset", bias + offset))
        shifted = self.add("Div", f"{layer.name}.shifted", moved,
                           self.constant(f"{layer.name}.divisor", numpy.int64(1 << layer.act_shift)))
        index = self.add("Clip", f"{layer.name}.index", shifted,
                         self.constant(f"{layer.name}.first", numpy.int64(0)),
                         self.constant(f"{layer.name}.last", numpy.int64(ENTRIES - 1)))
        return self.add("Gather", layer.name, self.constant(f"{layer.name}.table", layer.table), index)

    def add_layer(self, layer, source, shape):
        """Adds a layer behind a value of a shape (maps, rows, columns)."""
        maps = shape[0]
        groups = groups_of(layer, maps)
        kernels = kernels_of(layer, maps, groups)
        check_range(layer, kernels)
        fitted = self.fit(layer, source, shape[1:], layer.needs()[1:])
        return self.activate(layer, self.accumulate(layer, fitted, kernels, groups))


def text_of(value):
    """An input or output of a graph: its name and shape."""
    shape = ", ".join(each.dim_param or str(each.dim_value) for each in value.type.tensor_type.shape.dim)
    return f"{value.name} ({shape})"


def model_of(name, layers, size, every_layer):
    """The network on pictures of so many rows and columns. Its input is uint8, (pictures, planes, rows,
    columns), its outputs are the last layer or, by their names, all."""
    graph = Graph()
    picture = shape = layers[0].needs()[0], *size
    source, outputs = PICTURE, []
    for layer in layers:
        source = graph.add_layer(layer, source, shape)
        shape = len(layer.inputs), *layer.out
        if every_layer or layer is layers[-1]:
            outputs.append(helper.make_tensor_value_info(source, TensorProto.UINT8, [BATCH, *shape]))
    given = helper.make_tensor_value_info(PICTURE, TensorProto.UINT8, [BATCH, *picture])
    body = helper.make_graph(graph.nodes, name, [given], outputs, graph.constants)
    model = helper.make_model(body, producer_name="nve-export", ir_version=IR_VERSION,
                              opset_imports=[helper.make_opsetid("", OPSET)])
    onnx.checker.check_model(model, full_check=True)
    return model
