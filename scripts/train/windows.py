# SPDX-License-Identifier: Apache-2.0
"""Windows of maps, and kernels as a matrix for them. Maps are arrays (maps, rows, columns, pictures)."""
import numpy as np


def places(shape, kernel, step):
    """Of each place in the window: its row and column, and slices of the maps' rows and columns."""
    rows, columns = ((side - kernel) // step + 1 for side in shape[1:3])
    for y in range(kernel):
        for x in range(kernel):
            yield (y, x, slice(y, y + (rows - 1) * step + 1, step),
                   slice(x, x + (columns - 1) * step + 1, step))


def unfolded(maps, kernel, step, kind):
    """(kernel rows * kernel columns * maps, windows) of this kind of number; rows and columns of windows."""
    rows, columns = ((side - kernel) // step + 1 for side in maps.shape[1:3])
    windows = np.empty((kernel, kernel, maps.shape[0], rows, columns, maps.shape[3]), kind)
    for y, x, down, across in places(maps.shape, kernel, step):
        windows[y, x] = maps[:, down, across]
    return windows.reshape(kernel * kernel * maps.shape[0], -1), (rows, columns)


def matrix(kernels, kernel, inputs, kind):
    """(output maps, kernel rows * kernel columns * maps) of the kernels of a file of weights, which come by
    output map, then in the order of its list of `inputs`. Maps that are not listed have zeros."""
    weights = np.zeros((len(inputs), kernel, kernel, 1 + max(map(max, inputs))), kind)
    listed = iter(kernels.reshape(-1, kernel, kernel))
    for output, maps in enumerate(inputs):
        for one in maps:
            weights[output, :, :, one] = next(listed)
    return weights.reshape(len(inputs), -1)
