# SPDX-License-Identifier: Apache-2.0
"""What `make onnx` runs: networks with weights and pictures."""
import dataclasses
import gzip
import pathlib

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Of trained networks whose test pictures are in a package: Debian's file, an IDX
PACKAGED = {"fashion": pathlib.Path("/usr/share/datasets/fashion-mnist/t10k-images-idx3-ubyte.gz")}
IDX_HEADER = 16
MOST_PACKAGED = 1000
PIXEL_SIZE = 147  # of pixels of noise, squares averaged
INDEX_DEVIATION = 200  # that is wanted, of 1024 entries
LARGE = 100000  # pixels of a picture, from which one is enough


@dataclasses.dataclass
class Case:
    """Without `weights` they are those of seed 1; `made` writes some. Without `pictures` some are drawn."""
    name: str
    network: pathlib.Path
    weights: pathlib.Path = None
    made: object = None
    fit: str = None
    pictures: object = None  # an array, or the file of one picture
    planted: bool = False  # also run with planted bugs


def drawn_pictures(shape):
    """Noise, a slope with a disc, and blocks of the smallest and largest pixels; one of the three if they are
    large."""
    planes, rows, columns = shape
    random = numpy.random.default_rng(1)
    y, x = numpy.mgrid[:rows, :columns]
    slope = (x + 2 * y) * 255 // (columns + 2 * rows)
    disc = (x - columns // 2) ** 2 + (y - rows // 2) ** 2 < (min(rows, columns) // 3) ** 2
    slope = numpy.broadcast_to(numpy.where(disc, 255 - slope, slope), shape)
    blocks = random.integers(0, 2, (planes, rows // 4 + 1, columns // 4 + 1)).repeat(4, 1).repeat(4, 2) * 255
    all_of_them = [random.integers(0, 256, shape), slope, blocks[:, :rows, :columns]]
    return numpy.array(all_of_them[:1 if rows * columns >= LARGE else 3], numpy.uint8)


def rough_weights(layers):
    """Weights as large as accumulators of 32 bits hold, and tables without order, so that every index
    counts."""
    random = numpy.random.default_rng(2)
    arrays = {}
    for layer in layers:
        taps = max(len(inputs) for inputs in layer.inputs) * layer.kernel[0] * layer.kernel[1]
        most = min(2 ** 15 - 1, 2 ** 30 // (255 * taps))
        deviation = int(most * PIXEL_SIZE * (taps / 3) ** 0.5)  # of the sums of products
        bias = min(2 ** 15 - 1, deviation >> 8)
        arrays[f"{layer.name}.weights"] = random.integers(-most, most + 1, layer.weights.shape, numpy.int16)
        arrays[f"{layer.name}.bias"] = random.integers(-bias, bias + 1, layer.bias.shape, numpy.int16)
        arrays[f"{layer.name}.act_shift"] = numpy.int32((deviation // INDEX_DEVIATION).bit_length())
        arrays[f"{layer.name}.bias_shift"] = numpy.int32(8)
        arrays[f"{layer.name}.table"] = random.integers(0, 256, 1024, numpy.uint8)
    return arrays


def small_weights(layers):
    """Weights of eight bits, and shifts at the ends of their range."""
    random = numpy.random.default_rng(3)
    arrays = {}
    for number, layer in enumerate(layers):
        arrays[f"{layer.name}.weights"] = random.integers(-128, 128, layer.weights.shape, numpy.int16)
        arrays[f"{layer.name}.bias"] = random.integers(-512, 512, layer.bias.shape, numpy.int16)
        arrays[f"{layer.name}.act_shift"] = numpy.int32((7, 0, 9, 31)[number % 4])
        arrays[f"{layer.name}.bias_shift"] = numpy.int32(number % 2)
        arrays[f"{layer.name}.table"] = random.integers(0, 256, 1024, numpy.uint8)
    return arrays


def trained_cases():
    """Each folder of networks/trained with what pictures are there."""
    cases = []
    for network in sorted((ROOT / "networks/trained").glob("*/network.xml")):
        folder = network.parent
        weights, name = folder / "weights.npz", folder.name
        pictures, scene, packaged = folder / "pictures.npy", folder / "scene.png", PACKAGED.get(name)
        if pictures.is_file():
            cases.append(Case(f"trained_{name}", network, weights, pictures=numpy.load(pictures)[:, None]))
        if packaged and packaged.is_file():
            cases.append(Case(f"trained_{name}_packaged", network, weights, pictures=idx_pictures(packaged)))
        if scene.is_file():
            cases.append(Case(f"trained_{name}_scene", network, weights, fit=str(scene), pictures=scene))
        if not any(case.network == network for case in cases):
            cases.append(Case(f"trained_{name}", network, weights))
    return cases


def idx_pictures(path):
    data = gzip.decompress(path.read_bytes())
    shape = [int.from_bytes(data[at:at + 4], "big") for at in (4, 8, 12)]
    return numpy.frombuffer(data, numpy.uint8, offset=IDX_HEADER).reshape(shape)[:MOST_PACKAGED, None]


def all_cases():
    small = sorted((ROOT / "networks/small").glob("*.xml")) + [ROOT / "tb/onnx/depthwise.xml"]
    street = ROOT / "images/street.png"
    cases = [Case(path.stem, path) for path in sorted((ROOT / "networks").glob("*.xml"))]
    cases += [Case(f"small_{path.stem}", path, planted=path.stem == "two_layers") for path in small]
    cases += [Case(f"rough_{path.stem}", path, made=rough_weights) for path in small]
    cases += [Case(f"eight_bits_{path.stem}", path, made=small_weights) for path in small]
    cases += [Case(f"{name}_street", ROOT / f"networks/{name}.xml", fit=str(street), pictures=street)
              for name in ("face_detection", "speed_sign")]
    return cases + trained_cases()
