# SPDX-License-Identifier: Apache-2.0
"""Draws what a speed sign may be taken for: see sign_drawing.py."""
import math

from sign_drawing import LIMITS, SIZE, Board


def no_entry(board, _font):
    board.disc(1, board.ring)
    board.box(0.16, 0.41, 0.84, 0.59, board.field)


def no_stopping(board, _font):
    board.disc(1, board.ring)
    board.disc(0.8, board.blue)
    for sign in (1, -1)[:board.random.integers(1, 3)]:
        board.line([(0.5 - 0.32 * sign, 0.18), (0.5 + 0.32 * sign, 0.82)], board.ring, 0.1)


def ring(board, _font):
    """No vehicles"""
    board.disc(1, board.ring)
    board.disc(board.random.uniform(0.7, 0.8), board.field)


def no_overtaking(board, _font):
    ring(board, _font)
    for left, grey in ((0.24, board.ring), (0.54, board.black)):
        board.box(left, 0.42, left + 0.22, 0.6, grey, 0.05)
        board.box(left + 0.02, 0.36, left + 0.2, 0.48, grey, 0.04)


def no_lorries(board, _font):
    ring(board, _font)
    board.box(0.24, 0.36, 0.58, 0.58, board.black)
    board.box(0.6, 0.43, 0.75, 0.58, board.black)
    for x in (0.33, 0.5, 0.68):
        board.disc(0.1, board.black, (x, 0.61))


def no_turn(board, _font):
    ring(board, _font)
    board.line([(0.55, 0.76), (0.55, 0.42), (0.36, 0.42)], board.black, 0.08)
    board.shape([(0.38, 0.3), (0.22, 0.42), (0.38, 0.54)], board.black)
    board.line([(0.24, 0.24), (0.76, 0.76)], board.ring, 0.07)


def end_of_limit(board, font):
    board.disc(1, min(board.black + 60, 120))
    board.disc(0.95, board.field)
    board.write(str(board.random.choice(LIMITS)), font, 150, 0.62)
    for shift in (-0.09, -0.03, 0.03, 0.09):
        board.line([(0.18 + shift, 0.85), (0.82 + shift, 0.15)], board.black, 0.03)


def triangle(board, _font):
    top = board.random.random() < 0.75
    for part, grey in ((1, board.ring), (0.66, board.field)):
        far, middle = 0.5 * part, 0.56 if top else 0.44
        board.shape([(0.5 + far * math.sin(math.radians(angle)) * 1.14,
                      middle - (far if top else -far) * math.cos(math.radians(angle)) * 1.08)
                     for angle in (0, 120, 240)], grey)
    if top:
        board.box(0.47, 0.42, 0.53, 0.62, board.black)
        board.disc(0.07, board.black, (0.5, 0.68))


def one_way(board, _font):
    board.disc(1, board.field)
    board.disc(0.95, board.blue)
    board.box(0.2, 0.44, 0.62, 0.56, board.field)
    board.shape([(0.55, 0.28), (0.85, 0.5), (0.55, 0.72)], board.field)


def straight_on(board, _font):
    board.disc(1, board.field)
    board.disc(0.95, board.blue)
    board.box(0.44, 0.35, 0.56, 0.82, board.field)
    board.shape([(0.28, 0.45), (0.5, 0.15), (0.72, 0.45)], board.field)


def stop(board, font):
    for part, grey in ((0.54, board.field), (0.51, board.ring)):
        board.shape([(0.5 + part * math.sin(math.radians(angle)), 0.5 + part * math.cos(math.radians(angle)))
                     for angle in range(22, 360, 45)], grey)
    board.write("STOP", font, board.field, 0.8)


def priority(board, _font):
    for part, grey in ((0.5, board.field), (0.46, board.black), (0.43, board.field), (0.3, 165)):
        board.shape([(0.5, 0.5 - part), (0.5 + part, 0.5), (0.5, 0.5 + part), (0.5 - part, 0.5)], grey)


def bus_stop(board, font):
    board.disc(1, board.blue)
    board.disc(0.82, min(board.field, 225))
    board.write("H", font, board.blue, 0.46)


def clock(board, _font):
    rim = int(board.random.uniform(20, 110))
    board.disc(1, rim)
    board.disc(board.random.uniform(0.84, 0.93), board.field)
    for hour in range(12):
        angle, inner = math.radians(30 * hour), 0.33 if hour % 3 else 0.29
        board.line([(0.5 + far * math.sin(angle), 0.5 - far * math.cos(angle)) for far in (inner, 0.39)],
                   board.black, 0.035)
    time = board.random.uniform(0, 12)
    for turn, far, width in ((time / 12, 0.22, 0.05), (time % 1, 0.34, 0.035)):
        angle = 2 * math.pi * turn
        board.line([(0.5 - 0.05 * math.sin(angle), 0.5 + 0.05 * math.cos(angle)),
                    (0.5 + far * math.sin(angle), 0.5 - far * math.cos(angle))], board.black, width)


def mirror(board, _font):
    board.disc(1, board.ring)
    grey = int(board.random.uniform(110, 190))
    for step in range(12):
        board.disc(0.84 - 0.05 * step, min(grey + 6 * step, 245), (0.5, 0.5 - 0.012 * step))
    board.box(0.2, 0.56, 0.8, 0.6, max(grey - 60, 0))
    board.shape([(0.35, 0.85), (0.48, 0.6), (0.52, 0.6), (0.65, 0.85)], max(grey - 45, 0))


def number_plate(board, font):
    """Of a house, a route, a kilometre"""
    grey = int(board.random.choice([board.blue, 40, board.field]))
    board.box(0, 0.2, 1, 0.8, board.field if grey < 128 else board.black, 0.04)
    board.box(0.03, 0.23, 0.97, 0.77, grey, 0.03)
    board.write(str(board.random.integers(1, 140)), font, 235 if grey < 128 else board.black, 0.75, tall=0.55)


def advertising(board, font):
    grey = int(board.random.uniform(40, 230))
    ink = board.black if grey > 128 else board.field
    board.box(0, 0, 1, 1, 60)
    board.box(0.03, 0.03, 0.97, 0.97, grey)
    if board.random.random() < 0.5:
        board.disc(board.random.uniform(0.3, 0.5), board.field if grey < 150 else board.ring,
                   (board.random.uniform(0.3, 0.7), 0.36))
    text = str(board.random.choice(["SALE", "-50%", "NEW", "ZOO", "9.90", "MUSIC", "2 for 1"]))
    board.write(text, font, ink, 0.8, (0.5, 0.66), 0.4)
    board.line([(0.14, 0.88), (0.86, 0.88)], ink, 0.02)


def traffic_light(board, _font):
    board.box(0.31, 0, 0.69, 1, 25, 0.05)
    lit = board.random.integers(3)
    for number, middle in enumerate((0.18, 0.5, 0.82)):
        board.disc(0.25, 215 if number == lit else 60, (0.5, middle))


def parking(board, font):
    board.box(0, 0, 1, 1, board.field, 0.06)
    board.box(0.04, 0.04, 0.96, 0.96, board.blue, 0.05)
    board.write("P", font, board.field, 0.5, tall=1.3)


DRAWN = {"no entry": no_entry, "no stopping": no_stopping, "ring": ring, "no overtaking": no_overtaking,
         "no lorries": no_lorries, "no turn": no_turn, "end of limit": end_of_limit, "triangle": triangle,
         "one way": one_way, "straight on": straight_on, "stop": stop, "priority": priority,
         "bus stop": bus_stop, "clock": clock, "mirror": mirror, "number plate": number_plate,
         "advertising": advertising, "traffic light": traffic_light, "parking": parking}
KINDS = tuple(DRAWN)
METRES = {"triangle": 0.9, "stop": 0.75, "clock": 0.8, "mirror": 0.7, "number plate": 0.5, "advertising": 1.5,
          "traffic light": 0.9, "bus stop": 0.5}  # else those of a speed sign


def look_alike(kind, font, random):
    board = Board(random)
    DRAWN[kind](board, font)
    return board.picture


def direction_board(names, font, random):
    """As it hangs at portals: names under each other on dark ground with an arrow; twice as wide as high."""
    board = Board(random)
    board.box(0, 0.25, 1, 0.75, board.field, 0.02)
    board.box(0.012, 0.262, 0.988, 0.738, board.blue, 0.02)
    for number, name in enumerate(names):
        board.write(name, font, board.field, 0.5, (0.6, 0.37 + 0.2 * number), 0.22)
    board.line([(0.15, 0.66), (0.15, 0.4)], board.field, 0.05)
    board.shape([(0.06, 0.45), (0.15, 0.3), (0.24, 0.45)], board.field)
    return board.picture.crop((0, SIZE // 4, SIZE, SIZE * 3 // 4))
