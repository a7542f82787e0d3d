# SPDX-License-Identifier: Apache-2.0
"""Draws the arrows between the folders: drawing() is a text, the highest level first.

Folders are those of the levels in arrows.py and those directly below; `base` is left out, all include it.
"""
import arrows

NAMES = ("base", "arch", "data", "stages", "models, planner, host", "programs")


def folder_of(path):
    parts = path.split("/")[:-1]
    whole = parts[0] in ("arch", "base", "convnet", "program", "report") and parts[1:] != ["tools"]
    return "/".join(parts[:1 if whole else 2])


def edges_of(root):
    """Of every folder its level and the folders it includes."""
    levels, edges = {}, {}
    for path in arrows.files_of(root, "*.hpp", "*.cpp"):
        level = arrows.level_of(path)
        if level == arrows.TESTS:
            continue
        folder = folder_of(path)
        levels[folder] = level
        for header in arrows.INCLUDE.findall((root / path).read_text(encoding="utf-8")):
            edges.setdefault(folder, set()).add(folder_of(header))
    return {folder: (level, sorted(edges.get(folder, set()) - {folder, "base"}))
            for folder, level in levels.items()}


def drawing():
    edges = edges_of(arrows.ROOT)
    width = max(map(len, edges)) + 2
    lines = []
    for level in reversed(range(len(NAMES))):
        folders = sorted(folder for folder, (own, _) in edges.items() if own == level)
        lines.append(f"{NAMES[level]}")
        for folder in folders:
            line = f"  {folder:{width}}"
            for other in edges[folder][1]:
                if len(line) + len(other) > 112:
                    lines.append(line.rstrip())
                    line = " " * (width + 2)
                line += f"{other} "
            lines.append(line.rstrip())
    return "\n".join(lines)
