# SPDX-License-Identifier: Apache-2.0
"""A reader of PNG files, written from the PNG specification and not from ours or libpng's, and strict: every
checksum, IDAT chunks in a row, exactly the rows of the header, palette indices within the palette, one
picture and nothing behind it. Transparency and gamma do not count, as in the tools. Standard library only."""
import struct
import zlib

from netpbm_reader import MOST_SIDE, NoPicture

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
WHOLE = [(0, 0, 1, 1)]
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def demand(condition, why):
    if not condition:
        raise NoPicture(why)


def chunks_of(data):
    """[(kind, contents)]"""
    demand(data.startswith(SIGNATURE), "signature")
    chunks, at = [], len(SIGNATURE)
    while at < len(data):
        demand(len(data) - at >= 12, "a chunk is cut")
        length, = struct.unpack(">I", data[at:at + 4])
        body = data[at + 4:at + 8 + length]
        sum_bytes = data[at + 8 + length:at + 12 + length]
        demand(sum_bytes == struct.pack(">I", zlib.crc32(body)), "checksum or length")
        chunks.append((body[:4], body[4:]))
        at += 12 + length
    return chunks


def check_order(chunks):
    kinds = [kind for kind, _ in chunks]
    demand(kinds.count(b"IHDR") == 1 and kinds[0] == b"IHDR", "IHDR")
    demand(kinds.count(b"IEND") == 1 and chunks[-1] == (b"IEND", b""), "IEND")
    demand(b"IDAT" in kinds, "no IDAT")
    first, count = kinds.index(b"IDAT"), kinds.count(b"IDAT")
    demand(kinds[first:first + count] == [b"IDAT"] * count, "IDAT chunks apart")
    demand(kinds.count(b"PLTE") <= 1 and b"PLTE" not in kinds[first:], "PLTE")
    demand(not {b"acTL", b"fcTL", b"fdAT"} & set(kinds), "animation")
    known = {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    demand(all(kind in known or kind[:1].islower() for kind in kinds), "critical chunk")


def palette_of(chunks, depth, colour):
    palette = dict(chunks).get(b"PLTE")
    demand(palette is not None or colour != 3, "no palette")
    if palette is None:
        return []
    demand(colour not in (0, 4), "a palette of gray")
    most = 2 ** depth if colour == 3 else 256
    demand(len(palette) % 3 == 0 and 1 <= len(palette) // 3 <= most, "size of the palette")
    return [palette[at:at + 3] for at in range(0, len(palette), 3)]


def paeth(left, above, corner):
    guess = left + above - corner
    distances = abs(guess - left), abs(guess - above), abs(guess - corner)
    return (left, above, corner)[distances.index(min(distances))]


def unfiltered(kind, row, before, step):
    """A row's bytes; `before` are those of the row above, `step` the bytes from one pixel to the next."""
    demand(kind <= 4, "filter")
    out = bytearray(row)
    for at, _ in enumerate(out):
        left = out[at - step] if at >= step else 0
        corner = before[at - step] if at >= step else 0
        above = before[at]
        out[at] = (out[at] + (0, left, above, (left + above) // 2, paeth(left, above, corner))[kind]) % 256
    return out


def samples_of(row, depth, count):
    if depth == 16:
        return [row[2 * at] for at in range(count)]  # the upper byte
    per_byte = 8 // depth
    return [row[at // per_byte] >> (8 - depth * (at % per_byte + 1)) & (2 ** depth - 1)
            for at in range(count)]


def gray_of(samples, depth, colour, palette):
    if colour == 3:
        demand(samples[0] < len(palette), "index behind the palette")
        red, green, blue = palette[samples[0]]
    elif colour in (0, 4):
        return samples[0] * 255 // (2 ** min(depth, 8) - 1)
    else:
        red, green, blue = samples[:3]
    return (299 * red + 587 * green + 114 * blue + 500) // 1000


def unpacked(chunks):
    stream = zlib.decompressobj()
    try:
        rows = stream.decompress(b"".join(contents for kind, contents in chunks if kind == b"IDAT"))
    except zlib.error as error:
        raise NoPicture(str(error)) from error
    demand(stream.eof and not stream.unused_data, "the end of the compressed rows")
    return rows


def read_png(data):
    """(width, height, gray pixels from 0 to 255)."""
    chunks = chunks_of(data)
    demand(chunks, "no chunk")
    check_order(chunks)
    demand(len(chunks[0][1]) == 13, "size of IHDR")
    width, height, depth, colour, *methods = struct.unpack(">IIBBBBB", chunks[0][1])
    demand(1 <= width <= MOST_SIDE and 1 <= height <= MOST_SIDE, "size")
    demand(depth in DEPTHS.get(colour, ()), "bits and colours")
    demand(methods[:2] == [0, 0] and methods[2] <= 1, "methods")
    palette = palette_of(chunks, depth, colour)
    rows, at, pixels = unpacked(chunks), 0, [0] * (width * height)
    channels = CHANNELS[colour]
    for left, top, across, down in ADAM7 if methods[2] else WHOLE:
        columns = range(left, width, across)
        size = (len(columns) * channels * depth + 7) // 8
        before = bytes(size)
        for y in range(top, height, down) if columns else ():
            demand(at + 1 + size <= len(rows), "too few rows")
            before = unfiltered(rows[at], rows[at + 1:at + 1 + size], before, max(1, channels * depth // 8))
            at += 1 + size
            samples = samples_of(before, depth, len(columns) * channels)
            for number, x in enumerate(columns):
                pixel = samples[number * channels:][:channels]
                pixels[y * width + x] = gray_of(pixel, depth, colour, palette)
    demand(at == len(rows), "too many rows")
    return width, height, pixels
