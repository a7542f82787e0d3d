# SPDX-License-Identifier: Apache-2.0
"""Made-up PNG files for pictures_test.py: every colour type, depth, filter and interlacing, IDAT chunks cut
anywhere, chunks that say nothing about pixels; and the ways in which such a file is not what its header says.
Standard library only."""
import struct
import zlib

from png_reader import ADAM7, CHANNELS, DEPTHS, SIGNATURE, WHOLE

ANCILLARY = [(b"gAMA", struct.pack(">I", 45455)), (b"tIME", struct.pack(">H5B", 2016, 7, 13, 12, 0, 0)),
             (b"tEXt", b"Title\0made up"), (b"iCCP", b"p\0\0" + zlib.compress(b"no profile")),
             (b"eXIf", b"MM\0*\0\0\0\x08\0\0"), (b"pHYs", struct.pack(">IIB", 2835, 2835, 1)),
             (b"abCd", b""), (b"bKGD", b"\0\1"), (b"zTXt", b"a\0\0" + zlib.compress(b"text"))]


def file_of(chunks):
    data = SIGNATURE
    for kind, contents in chunks:
        data += struct.pack(">I", len(contents)) + kind + contents
        data += struct.pack(">I", zlib.crc32(kind + contents))
    return data


def rows_of(draw, header, palette, filters):
    """Filtered rows of random pixels; without filters the bytes are the pixels'."""
    width, height, depth, colour, interlaced = header
    rows = b""
    for left, top, across, down in ADAM7 if interlaced else WHOLE:
        columns = len(range(left, width, across))
        for _ in range(top, height, down) if columns else ():
            if colour == 3:
                bits = "".join(f"{draw.randrange(palette):0{depth}b}" for _ in range(columns))
                bits += "".join(draw.choice("01") for _ in range(-len(bits) % 8))
                row = int(bits, 2).to_bytes(len(bits) // 8, "big")
            else:
                row = bytes(draw.choice([0, 255, draw.randrange(256)])
                            for _ in range((columns * CHANNELS[colour] * depth + 7) // 8))
            rows += bytes([draw.randrange(5) if filters else 0]) + row
    return rows


def cut(draw, packed):
    """As IDAT chunks, some of them empty."""
    ends = sorted(draw.randint(0, len(packed)) for _ in range(draw.choice([0, 0, 1, 5])))
    return [(b"IDAT", packed[begin:end]) for begin, end in zip([0, *ends], [*ends, len(packed)])]


def made(draw, side):
    """The parts of a good picture: header, what stands before the pixels, rows, what stands behind."""
    width, height = draw.choice([(side, side), (draw.randint(1, 20), draw.randint(1, 20))])
    colour = draw.choice([0, 2, 3, 3, 4, 6])
    depth = draw.choice(DEPTHS[colour])
    header = width, height, depth, colour, draw.randrange(2)
    before, entries = [draw.choice(ANCILLARY) for _ in range(draw.choice([0, 0, 1, 2]))], 0
    if colour == 3 or (colour in (2, 6) and draw.random() < 0.2):
        entries = draw.randint(1, min(2 ** depth, 256))
        before.append((b"PLTE", bytes(draw.randrange(256) for _ in range(3 * entries))))
    if draw.random() < 0.3 and colour in (0, 2, 3):
        size = {0: 2, 2: 6, 3: entries}[colour]
        before.append((b"tRNS", bytes(size) if colour < 3 else bytes(range(size))))
    behind = [draw.choice([ANCILLARY[1], ANCILLARY[2]]) for _ in range(draw.choice([0, 0, 1]))]
    any_byte = colour != 3 or entries == 2 ** depth  # a filter may make any index of a byte
    return header, before, rows_of(draw, header, entries, any_byte), behind


def whole(draw, header, before, rows, behind, more=()):
    """The chunks of a picture, with some more between rows and end."""
    ihdr = struct.pack(">IIBBBBB", *header[:4], 0, 0, header[4])
    packed = zlib.compress(rows, draw.choice([0, 1, 9]))
    return [(b"IHDR", ihdr), *before, *cut(draw, packed), *more, *behind, (b"IEND", b"")]


def with_chunk(place):
    """A change that puts a chunk somewhere in the whole file: place(draw, chunks) changes the list."""
    def change(draw, *parts):
        chunks = whole(draw, *parts)
        place(draw, chunks)
        return file_of(chunks)
    return change


def with_rows(rows_from):
    return lambda draw, header, before, rows, behind: file_of(
        whole(draw, header, before, rows_from(draw, rows), behind))


def with_bytes(bytes_from):
    return lambda draw, *parts: bytes_from(draw, file_of(whole(draw, *parts)))


def insert(kind, contents):
    return with_chunk(lambda draw, chunks: chunks.insert(draw.randint(1, len(chunks) - 1), (kind, contents)))


def append_to(kind, more):
    """More bytes in the last chunk of a kind."""
    def place(_, chunks):
        at = max(number for number, chunk in enumerate(chunks) if chunk[0] == kind)
        chunks[at] = kind, chunks[at][1] + more
    return with_chunk(place)


def part_idats(draw, chunks):
    idats = [number for number, (kind, _) in enumerate(chunks) if kind == b"IDAT"]
    at = draw.choice(idats)
    half = draw.randint(0, len(chunks[at][1]))
    chunks[at:at + 1] = [(b"IDAT", chunks[at][1][:half]), (b"tEXt", b"a\0b"), (b"IDAT", chunks[at][1][half:])]


def another_header(draw, header, before, rows, behind):
    """One value of IHDR is another; more than one size may have the same rows."""
    values = list(header)
    at = draw.randrange(5)
    sides = [values[at] + 1, max(1, values[at] - 1), 0, 20000, 2 ** 32 - 1]
    values[at] = draw.choice([sides, sides, [1, 2, 3, 4, 8, 16], [0, 1, 2, 3, 4, 6], [0, 1, 2]][at])
    return file_of(whole(draw, tuple(values), before, rows, behind))


def smaller_palette(draw, header, before, rows, behind):
    """Some indices may be behind it."""
    before = [(kind, contents[:3 * draw.randint(0, len(contents) // 3)] if kind == b"PLTE" else contents)
              for kind, contents in before]
    return file_of(whole(draw, header, before, rows, behind))


def drop(draw, chunks):
    del chunks[draw.randrange(len(chunks))]


def swap(draw, chunks):
    a, b = draw.randrange(len(chunks)), draw.randrange(len(chunks))
    chunks[a], chunks[b] = chunks[b], chunks[a]


def flip(draw, data):
    at = draw.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1:]


CHANGES = {
    "none": lambda draw, *parts: file_of(whole(draw, *parts)),
    "more rows": with_rows(lambda draw, rows: rows + draw.choice([b"\0", b"\0abcd", rows])),
    "fewer rows": with_rows(lambda draw, rows: rows[:-draw.randint(1, 9)]),
    "filter": with_rows(lambda draw, rows: bytes([draw.randint(5, 255)]) + rows[1:]),
    "another header": another_header,
    "smaller palette": smaller_palette,
    "bytes behind the stream": append_to(b"IDAT", b"\0"),
    "an IDAT behind the stream": append_to(b"IDAT", zlib.compress(b"\0\1\2\3")),
    "IDATs apart": with_chunk(part_idats),
    "IEND with data": append_to(b"IEND", b"x"),
    "animation": insert(b"acTL", struct.pack(">II", 3, 0)),
    "frame": insert(b"fdAT", bytes(9)),
    "critical chunk": insert(b"ABCD", b""),
    "second header": insert(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
    "palette": insert(b"PLTE", bytes(6)),
    "harmless chunk": insert(b"tEXt", b"a\0b"),
    "chunk dropped": with_chunk(drop),
    "chunks swapped": with_chunk(swap),
    "bit": with_bytes(flip),
    "cut": with_bytes(lambda draw, data: data[:-draw.randint(1, 30)]),
    "surplus": with_bytes(lambda draw, data: data + draw.choice([b"\0", b"\n", data])),
    "converted": with_bytes(lambda draw, data: data.replace(b"\r\n", b"\n")),
}


def made_png(draw, side):
    """(what was changed, bytes)"""
    change = draw.choice(["none"] * len(CHANGES) + list(CHANGES))
    return change, CHANGES[change](draw, *made(draw, side))
