# SPDX-License-Identifier: Apache-2.0
"""Lines about a training that is under way: what it does, how far it is, time left."""
import time


class Progress:
    def __init__(self, work):
        """`work`: [(name, share of the time)] of all parts, in their order."""
        self.began, self.shares, self.name = time.monotonic(), dict(work), None
        self.whole, self.before = sum(self.shares.values()), 0

    def begin(self, name):
        if self.name:
            self.before += self.shares[self.name]
        self.name = name
        self.tell(0, "")

    def tell(self, share, text):
        """`share` of this part is done."""
        seconds = time.monotonic() - self.began
        done = (self.before + share * self.shares[self.name]) / self.whole
        left = f", about {minutes(seconds * (1 - done) / done)} left" if done > 0.01 else ""
        print(f"{minutes(seconds)} {self.name}{': ' if text else ''}{text}{left}", flush=True)

    def seconds(self):
        return time.monotonic() - self.began


def minutes(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
