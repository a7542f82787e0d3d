# SPDX-License-Identifier: Apache-2.0
"""Graphs that are wrong on purpose, which the comparison must see: changes of the first layer's constants."""
import numpy
from onnx import numpy_helper

LAYER = "L1"


def _change(graph, name, change):
    for constant in graph.initializer:
        if constant.name == f"{LAYER}.{name}":
            constant.CopyFrom(numpy_helper.from_array(change(numpy_helper.to_array(constant)), constant.name))
            return
    raise AssertionError(f"{LAYER} has no {name}")


def without_rounding(graph):
    """Half a step less, as if the shift rounded down."""
    divisor, = (numpy_helper.to_array(each) for each in graph.initializer if each.name == f"{LAYER}.divisor")
    _change(graph, "bias_and_offset", lambda values: values - divisor // 2)


def swapped_bytes(graph):
    low, high = ([each for each in graph.initializer if each.name == f"{LAYER}.{part}_bytes"][0]
                 for part in ("low", "high"))
    low.name, high.name = high.name, low.name


def wrong_zero_point(graph):
    _change(graph, "zero_of_high_bytes", lambda value: value - numpy.uint8(1))


def next_table_entry(graph):
    _change(graph, "table", lambda values: numpy.roll(values, 1))


BUGS = (without_rounding, swapped_bytes, wrong_zero_point, next_table_entry)
