# SPDX-License-Identifier: Apache-2.0
"""What a network computes with the weights of a float.npz (networks/README.md), in numpy."""
import numpy as np

import windows


class FloatNet:
    def __init__(self, layers, path):
        """`layers`: (kernel, step, [inputs of each output map]), as of conv_net.layers_of()."""
        self.layers = []
        with np.load(path) as arrays:
            for number, (kernel, step, inputs) in enumerate(layers, 1):
                weights = windows.matrix(arrays[f"L{number}.weights"], kernel, inputs, np.float32)
                self.layers.append((kernel, step, weights, arrays[f"L{number}.bias"]))

    def logits(self, pictures):
        """(pictures, last maps) for bytes (pictures, rows, columns) as large as the window."""
        maps = np.ascontiguousarray(pictures.transpose(1, 2, 0))[None].astype(np.float32) / 255
        for number, (kernel, step, weights, bias) in enumerate(self.layers, 1):
            unfolded, sides = windows.unfolded(maps, kernel, step, np.float32)
            sums = weights @ unfolded + bias[:, None]
            if number < len(self.layers):
                sums = np.clip(sums, 0, 1)
            maps = sums.reshape(len(weights), *sides, maps.shape[3])
        return maps[:, 0, 0].T
