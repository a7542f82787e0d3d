# SPDX-License-Identifier: Apache-2.0
"""A reader of PGM and PPM files, written from the Netpbm format pages and not from ours, and strict about
what they leave open: exactly one white space behind the largest sample of a binary kind, which CR LF is not,
and nothing behind the last sample but white space and comments of a text kind. Standard library only."""

SPACE = b" \t\n\v\f\r"
MOST_SIDE, MOST_SAMPLE = 16384, 65535


class NoPicture(Exception):
    """Why bytes are no picture."""


class Text:
    """Numbers, with white space and comments between them."""

    def __init__(self, data, at):
        self.data, self.at = data, at

    def skip(self):
        while self.at < len(self.data):
            if self.data[self.at] in b"#":
                while self.at < len(self.data) and self.data[self.at] not in b"\r\n":
                    self.at += 1
            elif self.data[self.at] not in SPACE:
                return
            else:
                self.at += 1

    def number(self, least, most):
        self.skip()
        begin = self.at
        while self.at < len(self.data) and self.data[self.at] in b"0123456789":
            self.at += 1
        if begin == self.at:
            raise NoPicture(f"no number at byte {begin}")
        value = int(self.data[begin:self.at])
        if not least <= value <= most:
            raise NoPicture(f"{value} at byte {begin}")
        return value


def raster_of(data, text, count, most):
    """The samples of a binary kind."""
    if text.at >= len(data) or data[text.at] not in SPACE:
        raise NoPicture("no white space behind the largest sample")
    if data[text.at:text.at + 2] == b"\r\n":
        raise NoPicture("CR LF behind the largest sample")
    size = 1 if most < 256 else 2
    raster = data[text.at + 1:]
    if len(raster) != count * size:
        raise NoPicture(f"{len(raster)} bytes for {count} samples")
    return [int.from_bytes(raster[at:at + size], "big") for at in range(0, len(raster), size)]


def text_samples(data, text, count, most):
    samples = [text.number(0, most) for _ in range(count)]
    text.skip()
    if text.at != len(data):
        raise NoPicture(f"more at byte {text.at}")
    return samples


def read_picture(data):
    """(width, height, gray pixels from 0 to 255)."""
    kind = data[:2]
    if kind not in (b"P2", b"P3", b"P5", b"P6") or data[2:3] not in [bytes([c]) for c in SPACE + b"#"]:
        raise NoPicture("another kind")
    text = Text(data, 2)
    width, height = text.number(1, MOST_SIDE), text.number(1, MOST_SIDE)
    most = text.number(1, MOST_SAMPLE)
    channels = 3 if kind in (b"P3", b"P6") else 1
    read = raster_of if kind in (b"P5", b"P6") else text_samples
    samples = read(data, text, width * height * channels, most)
    if max(samples) > most:
        raise NoPicture(f"sample {max(samples)} above {most}")
    scaled = [(2 * 255 * sample + most) // (2 * most) for sample in samples]  # rounded
    if channels == 3:
        return width, height, [(299 * r + 587 * g + 114 * b + 500) // 1000
                               for r, g, b in zip(scaled[0::3], scaled[1::3], scaled[2::3])]
    return width, height, scaled
