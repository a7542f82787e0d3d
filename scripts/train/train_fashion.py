# SPDX-License-Identifier: Apache-2.0
"""make train NET=fashion: trains, quantises, tests and writes the classifier of clothes."""
import pathlib

import numpy as np

import fashion
import model_folder
from integer_net import IntegerNet
from progress import Progress

CALIBRATION, SHIPPED = 500, 200  # pictures


def train(options):
    random = np.random.default_rng([options.seed, 0])
    part = options.part / 100
    most = None if options.part == 100 else max(int(60000 * part), fashion.BATCH)
    data = fashion.Data(pathlib.Path(options.data or fashion.DATA), random, most)
    progress = Progress([("training", 95), ("test", 5)])
    epochs = max(round(fashion.EPOCHS * part), 1)
    net = fashion.trained(data, options.seed, epochs, progress)
    progress.begin("test")
    with model_folder.Parts(options.out) as parts:
        folder, layers = parts.path, fashion.layers()
        (folder / "network.xml").write_text(model_folder.descriptor("Fashion-MNIST", layers, fashion.WINDOW))
        model_folder.write_floats(folder, net, data.pictures[:CALIBRATION])
        model_folder.quantise(options.quantise, folder)
        whole = IntegerNet(layers, folder / "weights.npz")
        accuracy = {"pictures": len(data.test),
                    "float": fashion.accuracy(net, data.test, data.test_labels),
                    "quantised": fashion.accuracy(whole, data.test, data.test_labels),
                    "same_class": float((net.scores(data.test).argmax(axis=1) ==
                                         whole.scores(data.test).argmax(axis=1)).mean()),
                    "validation_quantised": fashion.accuracy(whole, data.validation, data.validation_labels)}
        model_folder.write_json(folder / "model.json", model(options, epochs, data, accuracy))
        np.save(folder / "pictures.npy", data.test[:SHIPPED])
        np.save(folder / "labels.npy", data.test_labels[:SHIPPED])
        parts.commit()
    progress.tell(1, f"{len(data.test)} test pictures: float {100 * accuracy['float']:.2f} %, quantised "
                     f"{100 * accuracy['quantised']:.2f} %, same class {100 * accuracy['same_class']:.2f} %")


def model(options, epochs, data, accuracy):
    window = [fashion.WINDOW] * 2
    return model_folder.SCHEMA | {
        "name": "fashion", "kind": "classify", "network": "network.xml", "weights": "weights.npz",
        "classes": list(fashion.CLASSES), "window": window, "step": [4, 4], "input": model_folder.INPUT,
        "provenance": {
            "data": f"Fashion-MNIST, Debian package {fashion.PACKAGE}: {len(data.pictures)} pictures for "
                    f"training, {len(data.validation)} for validation, {len(data.test)} for the test; "
                    f"pictures.npy and labels.npy are the first {SHIPPED} test pictures",
            "licence": "MIT (Expat), Copyright 2017 Zalando SE: LICENSE",
            "seed": options.seed, "epochs": epochs, "command": model_folder.command(options),
            "accuracy": accuracy}}
