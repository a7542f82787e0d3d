# SPDX-License-Identifier: Apache-2.0
"""What the results of mutate.py say: the table, the list of all mutants, and what is not as it should be."""
import json

import equal
import result_tables
from mutate_results import ALIVE, KILLED
from test_summary import write_whole

COLUMNS = ("mutants", KILLED, equal.EQUAL, equal.BOUNDED, ALIVE)
AUDITED, AUDITED_GIVEN = 2, 4  # killed mutants of a unit that must not be proved equal; more with assumptions


def proof_of(kept, mutant):
    """The outcome of a proof, nothing if there is none under today's assumptions."""
    return kept["proofs"].get(mutant["number"], "")


def bench_of(kept, mutant):
    """KILLED or ALIVE, nothing if the bench has not run."""
    killer = kept["killers"].get(mutant["number"])
    return "" if killer is None else KILLED if killer else ALIVE


def audited(part, kept, unit):
    """The killed mutants of a unit that a proof has to tell from the design, spread over all."""
    if part.gate != "rtl":
        return []
    killed = [mutant for mutant in part.units()[unit] if bench_of(kept, mutant) == KILLED]
    number = AUDITED_GIVEN if any(part.given(mutant)[0] for mutant in part.units()[unit]) else AUDITED
    if len(killed) <= number:
        return killed
    return [killed[(2 * index + 1) * len(killed) // (2 * number)] for index in range(number)]


def living(part, kept, mutants):
    """Those whose proof is to be tried."""
    return [mutant for mutant in mutants if part.gate == "rtl" and bench_of(kept, mutant) == ALIVE]


def outcome(part, kept, mutant):
    """{result, by} of a mutant that has run."""
    bench, killer = bench_of(kept, mutant), kept["killers"][mutant["number"]]
    if bench == KILLED or part.gate != "rtl":
        return {"result": bench, "by": killer}
    proof = proof_of(kept, mutant)
    return {"result": proof if proof in (equal.EQUAL, equal.BOUNDED) else ALIVE, "by": proof}


def score(row):
    relevant = row["mutants"] - row[equal.EQUAL] - row[equal.BOUNDED]
    return 100.0 * row[KILLED] / relevant if relevant else 100.0


def add(rows):
    return {column: sum(row[column] for row in rows) for column in COLUMNS}


def line(*cells, row=None):
    numbers = [str(row[column]) for column in COLUMNS] + [f"{score(row):.1f}"] if row else []
    return "| " + " | ".join([*cells, *numbers]) + " |"


def unfinished(part, kept):
    """Why the results of a part are not all there; a list of sentences."""
    if not part.built():
        return [f"{part.name} is not built"]
    if not kept["killers"]:
        return [f"{part.name} has no results of today's program"]
    missing = {"have no result": [mutant for mutant in part.mutants if not bench_of(kept, mutant)],
               "live and have no proof": [mutant for mutant in living(part, kept, part.mutants)
                                          if not proof_of(kept, mutant)],
               "are to be audited": [mutant for unit in part.units() for mutant in audited(part, kept, unit)
                                     if not proof_of(kept, mutant)]}
    return [f"{part.name}: {len(mutants)} mutants {what}" for what, mutants in missing.items() if mutants]


class Report:
    """The results of all parts that have some."""

    def __init__(self, parts, gates, known):
        self.gates = gates
        self.mutants, self.problems, self.totals = [], [], {}
        head = ["unit", "part", *COLUMNS, "killed %"]
        self.lines = [line(*head), "|---|---" + "|---:" * (len(head) - 2) + "|"]
        for part in parts:
            if part.built():
                self.count(part, known[part.name])
        for gate, rows in self.totals.items():
            self.totals[gate] = add(rows)
            self.lines.append(line(f"total {gate}", "", row=self.totals[gate]))
            self.judge(gate, self.totals[gate])
        if not self.totals:
            self.problems.append("no mutant has a result")

    def count(self, part, kept):
        for unit, mutants in part.units().items():
            results = [mutant | outcome(part, kept, mutant) for mutant in mutants if bench_of(kept, mutant)]
            if not results:
                continue
            row = {column: sum(each["result"] == column for each in results) for column in COLUMNS}
            row["mutants"] = len(results)
            self.lines.append(line(unit, part.name, row=row))
            self.totals.setdefault(part.gate, []).append(row)
            self.mutants += [{"part": part.name} | each for each in results]
            if unit in part.strict and row[ALIVE]:
                self.problems.append(f"{unit} in {part.name}: {row[ALIVE]} alive, allowed: 0")
            if part.gate == "rtl":
                self.problems += [f"{part.name} {mutant['number']} is killed, and proved equal"
                                  for mutant in mutants if bench_of(kept, mutant) == KILLED
                                  and proof_of(kept, mutant) == equal.EQUAL]

    def judge(self, gate, row):
        limits = self.gates[gate]
        if score(row) < limits["killed"]:
            self.problems.append(f"{gate}: {score(row):.1f} % killed, allowed: {limits['killed']} or more")
        bounded = 100.0 * row[equal.BOUNDED] / row["mutants"]
        if bounded > limits["bounded"]:
            self.problems.append(f"{gate}: {bounded:.1f} % bounded, allowed: {limits['bounded']} or less")

    def demand_numbers(self):
        """All parts together must have as many mutants as the gates say."""
        for gate, limits in self.gates.items():
            number = self.totals.get(gate, {"mutants": 0})["mutants"]
            if number < limits["mutants"]:
                self.problems.append(f"{gate}: {number} mutants, allowed: {limits['mutants']} or more")

    def write(self, out):
        results = result_tables.file_of("mutate", {"problems": self.problems, "mutants": self.mutants})
        write_whole(out / "mutants.json", json.dumps(results, indent=1) + "\n")
        write_whole(out / "mutants.md", "\n".join(self.lines) + "\n")

    def tell(self):
        print("\n".join(self.lines))
        for mutant in self.mutants:
            if mutant["result"] in (ALIVE, equal.BOUNDED):
                print(f"{mutant['result']}: {mutant['part']} {mutant['number']} "
                      f"({mutant['by'] or 'no proof tried'}), {mutant['unit']}, {mutant['text']}")
