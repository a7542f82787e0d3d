#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""nve-export: the graphs it writes, and what it refuses. By Debian's python3-onnx.

  onnx_test.py BUILD WORK
"""
import pathlib
import shutil
import struct
import subprocess
import sys
import unittest

import numpy
import onnx
from onnx import numpy_helper

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "onnx")]
import integer_graph  # noqa: E402
import network_file  # noqa: E402
import picture_size  # noqa: E402
from script_main import InputError  # noqa: E402

SMALL = ROOT / "networks" / "small"
DEPTHWISE = ROOT / "tb" / "onnx" / "depthwise.xml"
SIXTEEN_BITS = ["ConvInteger", "Cast", "ConvInteger", "Cast", "Mul", "Add", "Add", "Div", "Clip", "Gather"]
EIGHT_BITS = ["ConvInteger", "Cast", "Add", "Div", "Clip", "Gather"]


def layer_of(inputs, weights, bias=(0,), kernel=(1, 1), bias_shift=0):
    """A layer of one pixel a map."""
    weights = numpy.array(weights, numpy.int16).reshape(-1, *kernel)
    return network_file.Layer("L7", (1, 1), kernel, (1, 1), inputs, weights, numpy.array(bias, numpy.int16),
                              4, bias_shift, numpy.zeros(1024, numpy.uint8))


def operators(model, layer):
    return [node.op_type for node in model.graph.node if node.name.split(".")[0] == layer]


def constants(model):
    return {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}


def shape_of(value):
    """Of an input or output of a graph"""
    return [each.dim_param or each.dim_value for each in value.type.tensor_type.shape.dim]


class Exports(unittest.TestCase):
    def setUp(self):
        self.folder = WORK / self._testMethodName
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.output = self.folder / "net.onnx"

    def call(self, *words):
        return subprocess.run([BIN / "nve-export", *map(str, words)], capture_output=True, text=True,
                              check=False, cwd=self.folder)

    def export(self, *words):
        ran = self.call(*words, "-o", self.output)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        model = onnx.load(self.output)
        onnx.checker.check_model(model, full_check=True)
        return model

    def refused(self, *words, says):
        """Exit code 2, sentences, and no file that was not there."""
        before = sorted(self.folder.iterdir())
        ran = self.call(*words)
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        for text in says:
            self.assertIn(text, ran.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def save(self, *words):
        """Network and weights as nvec saves them"""
        saved = self.folder / "saved.xml", self.folder / "saved.npz"
        subprocess.run([BIN / "nvec", *words, "--save-network", saved[0], "--save-weights", saved[1]],
                       capture_output=True, check=True)
        return saved


class Graphs(Exports):
    def test_every_network(self):
        for path in (*SMALL.glob("*.xml"), DEPTHWISE, ROOT / "networks" / "face_detection.xml"):
            with self.subTest(path.name):
                model = self.export(path, "--seed", 1, "--layers")
                self.assertEqual([each.name for each in model.graph.output],
                                 [f"L{number + 1}" for number in range(len(model.graph.output))])

    def test_the_last_layer_alone(self):
        model = self.export(SMALL / "two_layers.xml", "--seed", 1)
        self.assertEqual(shape_of(model.graph.input[0]), ["pictures", 1, 44, 40])
        self.assertEqual([(each.name, shape_of(each)) for each in model.graph.output],
                         [("L2", ["pictures", 2, 16, 14])])
        self.assertEqual(operators(model, "L1"), SIXTEEN_BITS)
        self.assertEqual([(each.domain, each.version) for each in model.opset_import], [("", 13)])

    def test_the_bytes_are_those_of_the_weights(self):
        network, weights = self.save(SMALL / "two_layers.xml", "--seed", "3")
        values = constants(self.export(network, "--weights", weights))
        for layer in network_file.layers_of(network, weights):
            low, high = (values[f"{layer.name}.{part}_bytes"].astype(int) for part in ("low", "high"))
            kernels = integer_graph.kernels_of(layer, low.shape[1], 1)
            numpy.testing.assert_array_equal(low + 256 * (high - 128), kernels)
            numpy.testing.assert_array_equal(values[f"{layer.name}.table"], layer.table)
            self.assertEqual(values[f"{layer.name}.divisor"], 1 << layer.act_shift)
            numpy.testing.assert_array_equal(
                values[f"{layer.name}.bias_and_offset"].ravel(),
                (layer.bias.astype(int) << layer.bias_shift) + (1 << layer.act_shift - 1)
                + (512 << layer.act_shift))

    def test_weights_of_eight_bits_are_one_convolution(self):
        network, weights = self.save(SMALL / "filter3x3.xml", "--seed", "1")
        for least, most, expected in ((-128, 127, EIGHT_BITS), (-129, 127, SIXTEEN_BITS),
                                      (-128, 128, SIXTEEN_BITS)):
            with numpy.load(weights) as archive:
                arrays = dict(archive)
            arrays["L1.weights"].flat[:2] = least, most
            arrays["L1.weights"].flat[2:] = 0
            numpy.savez(self.folder / "w.npz", **arrays)
            model = self.export(network, "--weights", self.folder / "w.npz")
            self.assertEqual(operators(model, "L1"), expected)

    def test_groups(self):
        model = self.export(DEPTHWISE, "--seed", 1)
        groups = {node.name: attribute.i for node in model.graph.node for attribute in node.attribute
                  if attribute.name == "group"}
        self.assertEqual({name.split(".")[0]: number for name, number in groups.items()},
                         {"L1": 1, "L2": 4, "L3": 4, "L4": 4})
        self.assertEqual(constants(model)["L4.low_bytes"].shape, (4, 2, 1, 1))

    def test_smaller_maps_are_continued_and_larger_ones_cropped(self):
        model = self.export(SMALL / "padded.xml", "--seed", 1)
        self.assertEqual(operators(model, "L2"), ["Pad", *SIXTEEN_BITS])
        model = self.export(ROOT / "networks" / "face_detection.xml", "--seed", 1)
        self.assertEqual(operators(model, "L2")[0], "Slice")

    def test_fitted_to_a_picture(self):
        picture = self.folder / "p.npy"
        numpy.save(picture, numpy.zeros((31, 28), numpy.uint8))
        for fit in ("31x28", picture):
            model = self.export(SMALL / "two_layers.xml", "--seed", 1, "--fit", fit)
            self.assertEqual(shape_of(model.graph.input[0]), ["pictures", 1, 31, 28])
            self.assertEqual(operators(model, "L1")[0], "Slice", "steps of two leave a row out")

    def test_a_folder_with_a_network_and_weights(self):
        network, weights = self.save(SMALL / "filter3x3.xml", "--seed", "5")
        expected = self.export(network, "--weights", weights).graph.initializer
        folder = self.folder / "mine"
        folder.mkdir()
        network.rename(folder / "network.xml")
        weights.rename(folder / "weights.npz")
        self.assertEqual(list(self.export(folder).graph.initializer), list(expected))
        self.assertNotEqual(list(self.export(folder, "--seed", 6).graph.initializer), list(expected))

    def test_the_same_bytes_again(self):
        self.export(SMALL / "ranges.xml", "--seed", 2)
        before = self.output.read_bytes()
        self.export(SMALL / "ranges.xml", "--seed", 2)
        self.assertEqual(self.output.read_bytes(), before)

    def test_into_a_folder_that_is_not_there(self):
        self.output = self.folder / "a" / "b" / "net.onnx"
        self.export(SMALL / "filter3x3.xml", "--seed", 1)


class Refusals(Exports):
    def test_options(self):
        network = SMALL / "filter3x3.xml"
        for words, says in (
                ((network, "--seed", 1), ["--output"]),
                ((network, "-o", ""), ["found nothing, allowed: the name of a file"]),
                ((network, "-o", "-"), ["found -, allowed: the name of a file"]),
                ((network, "-o", "."), ["found ., which is no file"]),
                ((network, "-o", "/dev/null"), ["found /dev/null, which is no file"]),
                ((network, "-o", "a", "-o", "b"), ["-o: found 2 values, allowed: one"]),
                ((network, "-o", "n.onnx", "--seed=1", "--seed=2"), ["--seed: found 2 values, allowed: one"]),
                ((network, "-o", "/proc/net.onnx"), ["--output: /proc/net.onnx: found "]),
                ((network, "-o", f"{network}/net.onnx"), ["filter3x3.xml, which is no folder"]),
                ((network, "-o", "n.onnx", "--layer"), ["--layer"]),
                ((network, "-o", "n.onnx", "--seed", "x"),
                 ["nve-export: error: --seed: found 'x'", "Try 'nve-export"]),
                ((network, "-o", "n.onnx", "--seed", "1", "--weights", "w.npz"), ["--weights with --seed"]),
                ((network, "-o", "n.onnx", "--weights", "w.npz"), ["w.npz"]),
                ((network, "-o", "n.onnx", "--fit", "2x2"), ["picture too small"]),
                ((network, "-o", "n.onnx", "--fit", "nosuch.png"), ["nosuch.png"]),
                (("nosuch.xml", "-o", "n.onnx"), ["nosuch.xml"]),
                ((self.folder, "-o", "n.onnx"), ["network.xml"]),
                ((network, "-o", "n.onnx", "--bin", "nosuch"), ["nosuch/nvec: found ", "make tools"])):
            with self.subTest(words):
                self.refused(*words, says=says)

    def test_mistakes_of_a_network(self):
        text = (SMALL / "two_layers.xml").read_text(encoding="utf-8")
        (self.folder / "wrong.xml").write_text(text.replace("<outHeight>", "<outHeight>-"), encoding="utf-8")
        self.output.write_bytes(b"mine")
        self.refused("wrong.xml", "-o", self.output,
                     says=["wrong.xml:5: error: element <outHeight>: found '-"])
        self.assertEqual(self.output.read_bytes(), b"mine")

    def test_weights_of_another_network(self):
        _, weights = self.save(SMALL / "filter3x3.xml", "--seed", "1")
        self.refused(SMALL / "two_layers.xml", "--weights", weights, "-o", self.output,
                     says=["L1.weights", "the network needs", "L2.table"])

    def test_a_file_where_the_part_would_be(self):
        (self.folder / "net.onnx.part").write_bytes(b"mine")
        self.refused(SMALL / "filter3x3.xml", "-o", self.output, says=["net.onnx.part: found a file"])
        self.assertEqual((self.folder / "net.onnx.part").read_bytes(), b"mine")

    def test_inputs_are_not_overwritten(self):
        network, weights = self.save(SMALL / "filter3x3.xml", "--seed", "1")
        for path in (network, weights):
            before = path.read_bytes()
            self.refused(network, "--weights", weights, "-o", path, says=["would be overwritten"])
            self.assertEqual(path.read_bytes(), before)


class Pieces(unittest.TestCase):
    def refuse(self, layer, maps, *says):
        with self.assertRaises(InputError) as raised:
            integer_graph.model_of("n", [layer], (1, 1) if layer.kernel == (1, 1) else layer.kernel, False)
        for text in ("L7", *says):
            self.assertIn(text, str(raised.exception))
        self.assertEqual(layer.needs()[0], maps)

    def test_accumulators_that_would_wrap_around(self):
        edge = 2 ** 31 - 1 - (32767 << 16)
        fits = edge // 255
        right = layer_of([[0, 1]], [fits, 0], [32767], bias_shift=16)
        integer_graph.model_of("n", [right], (1, 1), False)
        self.refuse(layer_of([[0, 1]], [fits, 1], [32767], bias_shift=16), 2, str(2 ** 31 - 1))
        integer_graph.model_of("n", [layer_of([[0]], [0], [-32768], bias_shift=16)], (1, 1), False)
        self.refuse(layer_of([[0]], [-1], [-32768], bias_shift=16), 1, str(-2 ** 31 - 255))

    def test_sums_of_bytes_that_would_wrap_around(self):
        # Weights of -1 sum up to little, their low bytes of 255 do not; one is no byte.
        kernel = (200, 200)
        weights = numpy.full(kernel, -1)
        weights[0, 0] = 256
        self.refuse(layer_of([[0]], weights, kernel=kernel), 1, "low bytes", str(255 * 255 * (200 * 200 - 1)))

    def test_places_of_kernels(self):
        layer = layer_of([[2, 0], [1]], [5, 6, 7], [0, 0])
        self.assertEqual(integer_graph.groups_of(layer, 3), 1)
        self.assertEqual(integer_graph.kernels_of(layer, 3, 1)[:, :, 0, 0].tolist(), [[6, 0, 5], [0, 7, 0]])
        layer = layer_of([[1, 0], [2, 3]], [5, 6, 7, 8], [0, 0])
        self.assertEqual(integer_graph.groups_of(layer, 4), 2)
        self.assertEqual(integer_graph.kernels_of(layer, 4, 2)[:, :, 0, 0].tolist(), [[6, 5], [7, 8]])
        for inputs in ([[2, 3], [0, 1]], [[0], [1, 2, 3]], [[0, 1], [0, 1]]):
            self.assertEqual(integer_graph.groups_of(layer_of(inputs, [0] * 4, [0, 0]), 4), 1, inputs)

    def test_sizes_of_pictures(self):
        WORK.mkdir(parents=True, exist_ok=True)
        path = WORK / "picture"
        png = picture_size.PNG + struct.pack(">I4sII", 13, b"IHDR", 7, 5)
        for content in (png, b"P5 7 5 255\n", b"P6\n# 1 2\n7\n#\n 5\n255\n"):
            path.write_bytes(content)
            self.assertEqual(picture_size.size_of(str(path)), (5, 7), content)
        with path.open("wb") as file:
            numpy.save(file, numpy.zeros((3, 5, 7), numpy.uint8))
        self.assertEqual(picture_size.size_of(str(path)), (5, 7))
        self.assertEqual(picture_size.size_of("5x7"), (5, 7))


if __name__ == "__main__":
    BIN, WORK = pathlib.Path(sys.argv.pop(1)).resolve() / "bin", pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
