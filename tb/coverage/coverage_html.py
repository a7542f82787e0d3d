# SPDX-License-Identifier: Apache-2.0
"""Coverage as plain HTML pages: a summary, a page for each module of the RTL and for each C++ file, the
bins."""
import collections
import html

from coverage_data import ROOT, RTL
from test_summary import write_whole

STYLE = """body { font-family: sans-serif; margin: 2em; } table { border-collapse: collapse; }
td, th { border: 1px solid #ccc; padding: 0.1em 0.6em; text-align: left; vertical-align: top; }
td.n { text-align: right; } .missing { background: #fbb; } .covered { background: #dfd; }
.waived { background: #ffd; } table.source td { border: 0; font-family: monospace; white-space: pre; }"""


def page(path, title, body):
    title = html.escape(title)
    write_whole(path, '<!DOCTYPE html>\n<html><head><meta charset="utf-8">'
                      f"<title>{title}</title><style>{STYLE}</style></head><body>\n"
                      f"<h1>{title}</h1>\n{body}\n</body></html>\n")


def rows(lines):
    return "<table>" + "".join(lines) + "</table>"


def cells(values, tag="td", name=""):
    attribute = f' class="{name}"' if name else ""
    return f"<tr{attribute}>" + "".join(f"<{tag}>{v}</{tag}>" for v in values) + "</tr>\n"


def numbers_of(text):
    """The lines that Verilator lists for a point, 3,5-7."""
    found = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


def source_table(text, counts):
    """Every line with how often it was reached; a line of several points shows the least."""
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        count = counts.get(number)
        state = "" if count is None else "covered" if count else "missing"
        lines.append(cells([number, "" if count is None else count, html.escape(line)], name=state))
    return '<table class="source">' + "".join(lines) + "</table>"


def module_page(out, module, points, kinds):
    counts = {}
    for kind in (points.line, points.branch):
        for (file, line, _, _, lines), count in kind.items():
            if file == f"{module}.sv":
                for number in numbers_of(lines) | {line}:
                    counts[number] = min(count, counts.get(number, count))
    body = ""
    for name in ("line", "branch", "antecedent", "port", "internal"):
        for title, state in (("not covered", "missing"), ("waived", "waived"),
                             ("proved constant", "constant")):
            own = [point for point in getattr(kinds[name], state)
                   if point.startswith((f"{module}.", f"{module}.sv:"))]
            if own:
                body += f"<h2>{name}: {title}</h2>\n" + rows(cells([html.escape(point)]) for point in own)
    text = (RTL / f"{module}.sv").read_text(encoding="utf-8")
    page(out / f"{module}.html", module, body + "<h2>Source</h2>\n" + source_table(text, counts))


def module_rows(out, points, kinds):
    """A row of the summary for each module, and its page."""
    names = ("line", "branch", "antecedent", "port", "internal")
    totals = collections.Counter()
    for name in ("line", "branch"):
        for file, *_ in getattr(points, name):
            totals[file.removesuffix(".sv"), name] += 1
    for module, _ in points.antecedent:
        totals[module, "antecedent"] += 1
    for name in ("port", "internal"):
        for module, *_ in getattr(points, name):
            totals[module, name] += 2
    found = [cells(["module", *names], "th")]
    for module in sorted({module for module, _ in totals}):
        module_page(out, module, points, kinds)
        row = [f'<a href="{module}.html">{module}</a>']
        for name in names:
            def own(state, kind=kinds[name]):
                return sum(p.startswith((f"{module}.", f"{module}.sv:")) for p in getattr(kind, state))
            points_left = totals[module, name] - own("waived") - own("constant")
            row.append(f"{points_left - own('missing')} of {points_left}" if totals[module, name] else "")
        found.append(cells(row))
    return rows(found)


def cpp_rows(out, points):
    found = [cells(["file", "lines", "covered", "percent"], "th")]
    for file, lines in sorted(points.cpp.items()):
        name = file.replace("/", "_") + ".html"
        page(out / name, file, source_table((ROOT / file).read_text(encoding="utf-8"), lines))
        covered = sum(1 for count in lines.values() if count)
        found.append(cells([f'<a href="{name}">{html.escape(file)}</a>', len(lines), covered,
                            f"{100 * covered / len(lines):.1f}" if lines else ""]))
    return rows(found)


def bins_page(out, points, kinds, waivers):
    waived = set(kinds["functional"].waived)
    lines = [cells(["bin", "count", "waived because"], "th")]
    for name, count in sorted(points.bins.items()):
        state = "covered" if count else "waived" if name in waived else "missing"
        reason = waivers.reasons["functional", name] if name in waived else ""
        lines.append(cells([html.escape(name), count, html.escape(reason)], name=state))
    page(out / "bins.html", "Functional bins", rows(lines))


def write_pages(out, kinds, points, waivers, found):
    summary = [cells(["kind", "points", "proved constant", "waived", "covered", "missing", "percent"], "th")]
    for kind in kinds.values():
        summary.append(cells([kind.name, kind.total, len(kind.constant), len(kind.waived),
                              kind.count() - len(kind.missing), len(kind.missing), f"{kind.percent():.2f}"]))
    reasons = [cells(["kind", "point", "reason"], "th")]
    for kind in kinds.values():
        reasons += [cells([kind.name, html.escape(point), html.escape(waivers.reasons[kind.name, point])])
                    for point in kind.waived]
    problems = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in found)
    bins_page(out, points, kinds, waivers)
    page(out / "index.html", "NVE coverage",
         rows(summary) +
         (f'<ul class="missing">{problems}</ul>' if problems else "<p>Every limit is kept.</p>") +
         f'<p><a href="bins.html">{len(points.bins)} functional bins</a></p><h2>Modules</h2>' +
         module_rows(out, points, kinds) + "<h2>C++</h2>" + cpp_rows(out, points) + "<h2>Waivers</h2>" +
         rows(reasons))
