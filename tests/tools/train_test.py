#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The scripts that train networks, and the networks that are shipped: train_test.py BUILD. What needs fonts,
photographs or nve-quantise that are not there is skipped, with the reason."""
import gzip
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

from own_scripts import ROOT, script

try:
    import numpy as np
    import PIL.Image
except ImportError as error:
    print(f"skipped: {error}: python3-numpy and python3-pil are packages of `make train`")
    sys.exit(77)
import conv_net
import fashion
import model_folder
import read_out
import sign_patches
import sources
import street_scene
import windows
from adam import Adam
from integer_net import IntegerNet
from script_main import InputError

BUILD = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else ROOT / "build")
QUANTISE = BUILD / "bin" / "nve-quantise"
PLACE = ("x", "y", "width", "height")
TRAINED = ROOT / "networks" / "trained"


def need_sources(test):
    try:
        sources.require()
    except InputError as missing:
        test.skipTest(str(missing))


class Networks(unittest.TestCase):
    """Descriptors, and the arithmetic of a training."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_a_descriptor_says_what_it_was_made_from(self):
        thesis = conv_net.layers_of(ROOT / "networks" / "speed_sign.xml")
        self.assertEqual([(kernel, step, len(inputs)) for kernel, step, inputs in thesis],
                         [(6, 2, 6), (6, 2, 16), (5, 1, 80), (1, 1, 1)])
        self.assertEqual(thesis[3][2], [list(range(80))], "its numbers are broken by the ends of lines")
        for layers, window in ((thesis, 32), (fashion.layers(), 28)):
            path = self.folder / "network.xml"
            path.write_text(model_folder.descriptor("a", layers, window), encoding="utf-8")
            self.assertEqual(conv_net.layers_of(path), layers)
            self.assertIn("<outHeight>1</outHeight>", path.read_text(encoding="utf-8"))

    def test_ranges(self):
        for numbers, text in (([3], "3"), ([0, 1, 2], "0-2"), ([0, 2, 3, 5], "0,2-3,5")):
            self.assertEqual(model_folder.ranges(numbers), text)

    def test_gradients_are_the_slopes_of_the_loss(self):
        random = np.random.default_rng(1)
        net = conv_net.ConvNet([(3, 2, [[0], [0]]), (2, 1, [[0, 1], [1]]), (2, 1, [[0, 1]])], 3)
        for layer in net.layers:
            for name in conv_net.KEPT:
                setattr(layer, name, getattr(layer, name).astype(np.float64))
        maps = random.random((1, 7, 7, 9))
        wanted = random.random((1, 1, 1, 9))

        def loss():
            return float(((net.forward(maps, True) - wanted) ** 2).sum() / 2)

        slopes = net.backward(net.forward(maps, True) - wanted)
        for layer, own in zip(net.layers, slopes):
            for value, slope in zip(layer.parameters(), own):
                where = np.unravel_index(np.abs(slope).argmax(), slope.shape)
                before = value[where]
                value[where] = before + 1e-3
                above = loss()
                value[where] = before - 1e-3
                below = loss()
                value[where] = before
                # The clamp leaks a little of the gradient, which the loss does not.
                delta = 0.1 * abs(slope[where]) + 1e-3
                self.assertAlmostEqual((above - below) / 2e-3, slope[where], delta=delta)

    def test_weights_that_are_not_listed_stay_zero(self):
        net = conv_net.ConvNet([(1, 1, [[0], [0]]), (1, 1, [[1], [0]])], 1)
        adam = Adam(net, 10, 0.1, 0.1)
        for _ in range(5):
            adam.step(net.forward(np.ones((1, 1, 1, 4), np.float32), True))
        self.assertEqual(float(np.abs(net.layers[1].weights * (1 - net.layers[1].mask)).max()), 0)
        self.assertEqual(net.arrays()["L2.weights"].shape, (2, 1, 1))

    def test_folded_weights_compute_the_same(self):
        net = conv_net.ConvNet(fashion.layers(), 5)
        random = np.random.default_rng(2)
        pictures = random.integers(0, 256, (3, 28, 28)).astype(np.uint8)
        net.forward(conv_net.scaled(pictures), True)
        maps = conv_net.scaled(pictures).astype(np.float64)
        arrays = net.arrays()
        for number, layer in enumerate(net.layers, 1):
            side, maps_in = layer.kernel, layer.maps_in
            weights = arrays[f"L{number}.weights"].reshape(layer.maps_out, maps_in, side, side)
            unfolded, _ = windows.unfolded(maps, layer.kernel, layer.step, np.float32)
            seen = unfolded.reshape(side, side, maps_in, -1)
            maps = np.einsum("oiyx,yxip->op", weights, seen) + arrays[f"L{number}.bias"][:, None]
            side = int(round((maps.shape[1] / 3) ** 0.5))
            maps = maps.reshape(layer.maps_out, side, side, 3)
            maps = maps if layer.last else np.clip(maps, 0, 1)
        self.assertLess(np.abs(maps[:, 0, 0].T - net.scores(pictures)).max(), 1e-4)


class ReadOut(unittest.TestCase):
    MODEL = {"window": [32, 32], "step": [4, 4], "threshold": 100, "overlap": 0.1, "scales": [0.5],
             "box": {"rows": 20, "columns": 24}}

    def test_area_averages_by_hand(self):
        picture = np.array([[0, 30, 60], [90, 120, 150], [180, 210, 240]], np.uint8)
        # Each new pixel covers 1.5 x 1.5 old ones: weights 4/9, 2/9, 2/9, 1/9.
        self.assertEqual(read_out.resampled(picture, 2 / 3).tolist(), [[40, 80], [160, 200]])
        self.assertEqual(read_out.resampled(picture, 1 / 3).tolist(), [[120]])
        self.assertEqual(read_out.resampled(np.array([[0, 1]], np.uint8), 0.5).tolist(), [[1]], "half up")
        self.assertEqual(read_out.resampled(picture, 1.0).tolist(), picture.tolist())

    def test_the_place_of_a_box(self):
        scores = np.zeros((5, 6), np.uint8)
        scores[2, 3], scores[0, 0], scores[4, 5] = 100, 99, 255
        found = read_out.candidates(scores, 0.5, 7, self.MODEL, (100, 110))
        # The window's middle is (28, 24) in a part of 55 x 50: (56, 48) in the picture; the box is 48 x 40.
        self.assertEqual(found, [(100, 7, 2, 3, (32, 28, 48, 40)), (255, 7, 4, 5, (48, 44, 48, 40))])
        self.assertEqual(read_out.clipped((-3, 4.5, 10, 10), (12, 5)), (0, 5, 5, 7))

    def test_suppression(self):
        boxes = [(9, 0, 1, 1, (0, 0, 10, 10)), (9, 0, 0, 5, (5, 0, 10, 10)), (12, 1, 0, 0, (100, 0, 10, 10)),
                 (8, 0, 0, 0, (14, 0, 10, 10))]
        kept = read_out.suppressed(boxes, 0.1)
        self.assertEqual([one[0] for one in kept], [12, 9, 8])
        self.assertEqual(kept[1][4][0], 0, "of equal scores and rows the first column stays")
        self.assertEqual(len(read_out.suppressed(boxes, 1 / 3)), 4, "more than, not equal to")

    def test_judging(self):
        signs = [{"x": 0, "y": 0, "width": 10, "height": 10}, {"x": 50, "y": 0, "width": 10, "height": 10}]
        box = {"x": 1, "y": 0, "width": 10, "height": 10}
        self.assertEqual(read_out.judged([box], signs), (1, 0))
        self.assertEqual(read_out.judged([box, box], signs), (1, 1), "a second box is a false one")
        self.assertEqual(read_out.judged([box | {"x": 5}], signs), (0, 1))


class Drawing(unittest.TestCase):
    def setUp(self):
        need_sources(self)

    def test_parts_share_no_file(self):
        for paths in (sources.font_paths, sources.photograph_paths):
            names = [path.name for part in sources.PARTS for path in paths(part)]
            self.assertEqual(len(names), len(set(names)))
            self.assertTrue(all(paths(part) for part in sources.PARTS))

    def test_a_street_keeps_to_its_rules(self):
        signs = 0
        for seed in (74, 3, 8):
            street = street_scene.drawn(seed, sources.fonts("test"))
            self.assertEqual(street.picture.shape, (720, 1280))
            boxes = street.signs + street.look_alikes
            signs += len(street.signs)
            for number, box in enumerate(boxes):
                self.assertGreaterEqual(min(box["x"], box["y"]), 0, box)
                self.assertLessEqual(box["x"] + box["width"], 1280, box)
                for other in boxes[number + 1:]:
                    places = (tuple(one[key] for key in PLACE) for one in (box, other))
                    self.assertEqual(read_out.iou(*places), 0, (box, other))
            for sign in street.signs:
                self.assertTrue(29 <= max(sign["width"], sign["height"]) <= 98, sign)
        self.assertGreater(signs, 6)

    def test_the_same_seed_draws_the_same(self):
        fonts, grounds = sources.fonts("train"), sources.photographs("train")

        def drawn(seed):
            random = np.random.default_rng(seed)
            return sign_patches.patches(12, (0.5, 0.2), grounds, fonts, random)[0].tobytes()
        self.assertEqual(drawn(1), drawn(1))
        self.assertNotEqual(drawn(1), drawn(2))
        one, other = (street_scene.drawn(5, fonts) for _ in range(2))
        self.assertEqual(one.picture.tobytes(), other.picture.tobytes())
        self.assertEqual(one.signs, other.signs)


def write_idx(path, array, change=lambda data: data):
    head = bytes([0, 0, 8, array.ndim]) + b"".join(side.to_bytes(4, "big") for side in array.shape)
    path.write_bytes(gzip.compress(change(head + array.astype(np.uint8).tobytes())))


class Script(unittest.TestCase):
    """train.py as it is called"""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.data = self.folder / "data"
        self.data.mkdir()
        random = np.random.default_rng(4)
        labels = random.integers(0, 10, 600)
        bars = np.zeros((600, 28, 28), np.uint8)
        for bar, label in zip(bars, labels):
            bar[2 * label:2 * label + 6] = 200
        for name in ("train", "t10k"):
            write_idx(self.data / f"{name}-images-idx3-ubyte.gz", bars)
            write_idx(self.data / f"{name}-labels-idx1-ubyte.gz", labels)

    def train(self, *words, quantise=QUANTISE, net="fashion"):
        given = ["--data", self.data] if net == "fashion" else []
        return [sys.executable, "-B", script("train.py"), net, self.folder / "out", *given, "--quantise",
                quantise, *words]

    def refused(self, text, *words, **options):
        ran = subprocess.run(self.train(*words, **options), capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        self.assertIn(text, ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)
        self.assertEqual(self.results(), [])

    def results(self):
        out = self.folder / "out"
        return sorted(path.name for path in out.iterdir() if path.name != "lock") if out.is_dir() else []

    def test_wrong_options(self):
        self.refused("NET: found 'face', allowed: speed_sign, fashion", net="face")
        self.refused("found 0, allowed: 1 to 100", "--part", "0", quantise="/bin/true")
        self.refused("found -1, allowed: 0 or more", "--seed=-1", quantise="/bin/true")
        self.refused("found no program, allowed: the tool nve-quantise", quantise=self.folder / "no")
        self.refused("found --data, allowed: with fashion only", "--data", str(self.data), net="speed_sign",
                     quantise="/bin/true")
        ran = subprocess.run([sys.executable, "-B", script("train.py"), "fashion", TRAINED / "fashion"],
                             capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("found a folder of the shipped networks", ran.stderr)

    def test_wrong_data(self):
        images, labels = (self.data / f"train-{name}-ubyte.gz" for name in ("images-idx3", "labels-idx1"))
        whole = labels.read_bytes()
        for change, text in (
                (lambda data: data[:-1], "found 599 bytes behind the sizes, allowed: 600, of 600"),
                (lambda data: data[:6], "found 6 bytes, allowed: 8 or more"),
                (lambda data: b"x" + data, "found the first bytes 78 00 00 08, allowed: 00 00 08 01"),
                (lambda data: data[:20] + b"\x0b" + data[21:], "found the label 11, allowed: 0 to 9")):
            write_idx(labels, np.zeros(600), change)
            self.refused(text, quantise="/bin/true")
        labels.write_bytes(whole[:40])
        self.refused("allowed: an IDX file that can be read", quantise="/bin/true")
        write_idx(labels, np.zeros(599))
        self.refused("600 x 28 x 28 pixels and 599 labels", quantise="/bin/true")
        write_idx(images, np.zeros((600, 28, 27)))
        self.refused("600 x 28 x 27 pixels", quantise="/bin/true")
        images.unlink()
        self.refused("found no such file, allowed: an IDX file", quantise="/bin/true")
        self.data = self.folder / "no"
        self.refused("apt-get install dataset-fashion-mnist", quantise="/bin/true")

    def test_a_quantiser_that_fails_leaves_what_was_there(self):
        (self.folder / "out").mkdir()
        (self.folder / "out/mine.txt").write_text("mine", encoding="utf-8")
        ran = subprocess.run(self.train("--part", "1", quantise="/bin/false"), capture_output=True, text=True,
                             check=False)
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertIn("/bin/false: found exit code 1", ran.stderr)
        self.assertEqual(self.results(), ["mine.txt"])

    def test_stopping_leaves_nothing(self):
        with subprocess.Popen(self.train(quantise="/bin/true"), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as process:
            while "epoch 1 of" not in (line := process.stdout.readline()):
                self.assertTrue(line, "it ended by itself")
            process.send_signal(signal.SIGTERM)
            error = process.communicate()[1]
        self.assertEqual(process.returncode, 128 + signal.SIGTERM, error)
        self.assertIn("stopped by SIGTERM; OUT is as it was before", error)
        self.assertEqual(self.results(), [])

    def test_an_epoch_twice_gives_the_same_bits(self):
        if not QUANTISE.is_file():
            self.skipTest(f"{QUANTISE} is not built")
        texts = []
        for _ in range(2):
            ran = subprocess.run(self.train(), capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            self.assertRegex(ran.stdout, r"600 test pictures: float [0-9.]+ %, quantised [0-9.]+ %, same")
            with np.load(self.folder / "out/float.npz") as arrays:
                texts.append(b"".join(arrays[name].tobytes() for name in sorted(arrays)))
        self.assertEqual(*texts)
        self.assertEqual(self.results(), ["calibration.npy", "float.npz", "labels.npy", "model.json",
                                          "network.xml", "pictures.npy", "quantise.json", "weights.npz"])
        model = json.loads((self.folder / "out/model.json").read_text(encoding="utf-8"))
        accuracy = model["provenance"]["accuracy"]
        self.assertGreater(accuracy["float"], 0.5, "bars of ten heights are easy")
        self.assertGreater(accuracy["same_class"], 0.9)


class Shipped(unittest.TestCase):
    """networks/trained"""

    def network(self, name):
        folder = TRAINED / name
        model = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        self.assertEqual((model["schema"], model["name"]), ("nve-model", name))
        self.assertTrue((folder / "LICENSE").is_file())
        layers = conv_net.layers_of(folder / model["network"])
        return folder, model, IntegerNet(layers, folder / model["weights"])

    def test_fashion(self):
        folder, model, net = self.network("fashion")
        pictures, labels = np.load(folder / "pictures.npy"), np.load(folder / "labels.npy")
        self.assertEqual((pictures.shape, labels.shape, len(model["classes"])), ((200, 28, 28), (200,), 10))
        self.assertGreaterEqual((net.scores(pictures).argmax(axis=1) == labels).mean(), 0.88)
        accuracy = model["provenance"]["accuracy"]
        self.assertGreaterEqual(accuracy["quantised"], 0.899)
        self.assertLessEqual(accuracy["float"] - accuracy["quantised"], 0.002)

    def test_speed_sign(self):
        folder, model, net = self.network("speed_sign")
        truth = json.loads((folder / "scene.json").read_text(encoding="utf-8"))
        with PIL.Image.open(folder / truth["picture"]) as image:
            picture = np.asarray(image)
        self.assertLessEqual(sum(scale * scale for scale in model["scales"]), 0.8)
        boxes = read_out.detected(picture, model, net.map_of)
        self.assertEqual(read_out.judged(boxes, truth["signs"]), (len(truth["signs"]), 0), boxes)
        self.assertGreaterEqual(len(truth["signs"]), 5)
        self.assertGreaterEqual(len(truth["look_alikes"]), 8)


if __name__ == "__main__":
    unittest.main()
