# SPDX-License-Identifier: Apache-2.0
"""Steps of Adam (Kingma and Ba) with decay of the weights, a rate that falls along a cosine, and the average
of the last steps' networks, which is better than any one of them."""
import math

import numpy as np

WARM, AVERAGED = 200, 500  # steps in which the rate rises; that count in the average, about
LEAST = 10  # share of a short training's steps that these may be: 1 / LEAST


class Adam:
    def __init__(self, net, steps, rate, decay):
        """`steps`: how many there will be."""
        self.net, self.steps, self.rate, self.decay, self.done = net, steps, rate, decay, 0
        self.warm, self.averaged = (min(count, max(steps // LEAST, 1)) for count in (WARM, AVERAGED))
        self.average = net.copied()
        self.moments = [[(np.zeros_like(value), np.zeros_like(value)) for value in layer.parameters()]
                        for layer in net.layers]

    def step(self, gradient):
        """Against the gradient of the last layer's sums, which net.forward() has just given."""
        rate = self.rate * 0.5 * (1 + math.cos(math.pi * self.done / self.steps))
        rate *= min(1, (self.done + 1) / self.warm)
        self.done += 1
        for layer, slopes, moments in zip(self.net.layers, self.net.backward(gradient), self.moments):
            for value, slope, (first, second) in zip(layer.parameters(), slopes, moments):
                first += np.float32(0.1) * (slope - first)
                second += np.float32(0.001) * (slope * slope - second)
                move = first / (1 - 0.9 ** self.done)
                move /= np.sqrt(second / (1 - 0.999 ** self.done)) + 1e-8
                if value.ndim > 1:
                    move += self.decay * value
                value -= (rate * move).astype(np.float32)
        self.average.follow(self.net, max(1 / self.averaged, 1 / self.done))
