# SPDX-License-Identifier: Apache-2.0
"""What the machine computes with the weights of a .npz file (networks/README.md), in numpy: for the tests of
a training, not fast. Sums are exact in float64."""
import numpy as np

import windows


class IntegerNet:
    def __init__(self, layers, path):
        """`layers`: (kernel, step, [inputs of each output map]), as of conv_net.layers_of()."""
        self.layers = []
        with np.load(path) as arrays:
            for number, (kernel, step, inputs) in enumerate(layers, 1):
                name = f"L{number}."
                weights = windows.matrix(arrays[name + "weights"], kernel, inputs, np.float64)
                bias = arrays[name + "bias"].astype(np.float64) * 2.0 ** int(arrays[name + "bias_shift"])
                self.layers.append((kernel, step, weights, bias,
                                    int(arrays[name + "act_shift"]), arrays[name + "table"]))

    def forward(self, pictures):
        """Bytes (last maps, rows, columns, pictures) for bytes (pictures, rows, columns)."""
        maps = np.ascontiguousarray(pictures.transpose(1, 2, 0))[None]
        for kernel, step, weights, bias, shift, table in self.layers:
            unfolded, sides = windows.unfolded(maps, kernel, step, np.float64)
            sums = weights @ unfolded + bias[:, None]
            half = 1 << (shift - 1) if shift else 0
            index = np.clip(np.floor((sums + half) / 2.0 ** shift), -512, 511).astype(np.int64)
            maps = table[index + 512].reshape(len(weights), *sides, maps.shape[3])
        return maps

    def scores(self, pictures, batch=256):
        """(pictures, last maps) for pictures as large as the window, in batches."""
        return np.concatenate([self.forward(pictures[first:first + batch])[:, 0, 0].T
                               for first in range(0, len(pictures), batch)])

    def map_of(self, picture):
        """The first output map of one picture."""
        return self.forward(picture[None])[0, :, :, 0]
