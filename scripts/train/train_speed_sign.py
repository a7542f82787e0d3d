# SPDX-License-Identifier: Apache-2.0
"""make train NET=speed_sign: trains, quantises, tests and writes the detector, and draws its street."""
import numpy as np

import conv_net
import model_folder
import read_out
import sign_scenes
import sources
import speed_sign
import street_scene
from integer_net import IntegerNet
from progress import Progress
from sign_patches import OBJECT, WINDOW
from sign_test import Patches, Scored

DEFAULT_STREET = 74  # seed


def train(options):
    sources.require()
    layers = conv_net.layers_of(model_folder.ROOT / "networks" / "speed_sign.xml")
    progress = Progress(speed_sign.work() + [("validation", 25), ("test", 30)])
    training = speed_sign.Training(layers, options.seed, progress, options.part / 100)
    net = training.run()
    progress.begin("validation")
    with model_folder.Parts(options.out) as parts:
        folder = parts.path
        (folder / "network.xml").write_text(model_folder.descriptor("Speed sign", layers, WINDOW))
        model_folder.write_floats(folder, net, training.calibration(net))
        model_folder.quantise(options.quantise, folder)
        whole, model = IntegerNet(layers, folder / "weights.npz"), model_of(options)
        validation = scored(whole, model, "validation", training)
        model["threshold"] = validation.best_threshold()
        progress.tell(1, f"threshold {model['threshold']}, {sentence(validation.told(model['threshold']))}")
        progress.begin("test")
        test = scored(whole, model, "test", training)
        accuracy = model["provenance"]["accuracy"]
        accuracy["validation"] = validation.told(model["threshold"])
        accuracy["test"] = test.told(model["threshold"])
        progress.tell(0.9, sentence(accuracy["test"]))
        accuracy["default_scene"] = default_scene(folder, whole, model)
        model_folder.write_json(folder / "model.json", model)
        parts.commit()
    told = "scene.png: {found} of {signs} signs, {false_boxes} false boxes"
    progress.tell(1, told.format(**accuracy["default_scene"]))


def scored(net, model, part, training):
    streets = speed_sign.streets(part, training.seed, training.share_of(speed_sign.COUNTS[part]))
    photographs = [np.asarray(photograph) for photograph in sources.photographs(part)]
    return Scored(net, model, Patches(part, training.seed, training.size), list(streets), photographs)


def sentence(told):
    patches, pictures = told["patches"], told["pictures"]
    return (f"recall {100 * patches['recall']:.1f} %, false {100 * patches['false']:.2f} % of "
            f"{patches['with_sign'] + patches['without']} patches; {pictures['found']} of "
            f"{pictures['signs']} signs, {pictures['false_boxes']} false boxes in {pictures['pictures']} "
            "pictures")


def default_scene(folder, net, model):
    """Writes it and its truth; what is found in it."""
    scene = street_scene.drawn(DEFAULT_STREET, sources.fonts("test"))
    model_folder.write_scene(folder, "scene", scene)
    found, false = read_out.judged(read_out.detected(scene.picture, model, net.map_of), scene.signs)
    return {"signs": len(scene.signs), "look_alikes": len(scene.look_alikes), "found": found,
            "false_boxes": false}


def model_of(options):
    return model_folder.SCHEMA | {
        "name": "speed_sign", "kind": "detect", "network": "network.xml", "weights": "weights.npz",
        "classes": ["speed sign"], "window": [WINDOW] * 2, "step": [sign_scenes.STEP] * 2, "threshold": 0,
        "overlap": 0.1, "scales": list(sign_scenes.SCALES), "box": {"rows": OBJECT, "columns": OBJECT},
        "input": model_folder.INPUT,
        "provenance": {
            "data": "signs and streets drawn by scripts/train, over photographs of the Debian packages "
                    f"{' and '.join(sources.PHOTOGRAPHS)}; no font and no photograph is in two of the parts",
            "sources": sources.listed(), "first_seeds_of_streets": speed_sign.STREETS,
            "licence": "Apache-2.0: LICENSE", "seed": options.seed, "command": model_folder.command(options),
            "accuracy": {}}}
