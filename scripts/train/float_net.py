# SPDX-License-Identifier: Apache-2.0
"""What a network computes with the weights of a float.npz (networks/README.md), in numpy."""
import numpy as np


class FloatNet:
    def __init__(self, layers, path):
        """`layers`: (kernel, step, [inputs of each output map]), as of conv_net.layers_of()."""
        self.layers = []
        with np.load(path) as arrays:
            for number, (kernel, step, inputs) in enumerate(layers, 1):
                weights = np.zeros((len(inputs), kernel, kernel, 1 + max(map(max, inputs))), np.float32)
                kernels = iter(arrays[f"L{number}.weights"].reshape(-1, kernel, kernel))
                for output, maps in enumerate(inputs):
                    for one in maps:
                        weights[output, :, :, one] = next(kernels)
                bias = arrays[f"L{number}.bias"]
                self.layers.append((kernel, step, weights.reshape(len(inputs), -1), bias))

    def logits(self, pictures):
        """(pictures, last maps) for bytes (pictures, rows, columns) as large as the window."""
        maps = np.ascontiguousarray(pictures.transpose(1, 2, 0))[None].astype(np.float32) / 255
        for number, (kernel, step, weights, bias) in enumerate(self.layers, 1):
            rows, columns = ((side - kernel) // step + 1 for side in maps.shape[1:3])
            windows = np.empty((kernel, kernel, maps.shape[0], rows, columns, maps.shape[3]), np.float32)
            for y in range(kernel):
                for x in range(kernel):
                    windows[y, x] = maps[:, y:y + (rows - 1) * step + 1:step,
                                         x:x + (columns - 1) * step + 1:step]
            sums = weights @ windows.reshape(weights.shape[1], -1) + bias[:, None]
            if number < len(self.layers):
                sums = np.clip(sums, 0, 1)
            maps = sums.reshape(len(weights), rows, columns, -1)
        return maps[:, 0, 0].T
