# SPDX-License-Identifier: Apache-2.0
"""The shards of mutate.py and what their results say of each mutant.

A shard is some mutants of a unit that follow each other, against the bench of their part, or the proof of one
mutant. The key of the first has the program, the list and the tests of the part, that of the second
everything that goes into the proof: another assumption about a unit repeats its proofs and nothing else.
"""
import json
import pathlib

import shard_list

HERE = pathlib.Path(__file__).resolve().parent
KILLED, ALIVE = "killed", "alive"
MUTANTS = 20  # of a shard, unless an option says otherwise
BENCH_SECONDS, PROOF_SECONDS = 1.0, 20.0  # that a mutant and a proof are expected to take


class Shards:
    """Makes the shards of parts in a build folder and a folder of manifests, which stand in all of them."""

    def __init__(self, build, folder, about, most=MUTANTS):
        """`most` mutants are a shard."""
        self.places, self.most = (build, folder), most
        self.about = about | {"build": shard_list.text_of(build), "folder": shard_list.text_of(folder)}

    def shard(self, part, unit, kind, numbers, **more):
        """`numbers` of mutants that no other number of the part is between."""
        text = f"{numbers[0]}-{numbers[-1]}" if kind == "bench" else str(numbers[0])
        argv = [shard_list.PYTHON, "-B", HERE / "mutate_shard.py", kind, *self.places, part.name, text,
                shard_list.RESULT]
        about = self.about | {"part": part.name, "unit": unit, "kind": kind, "numbers": numbers}
        return shard_list.shard(f"{part.name}.{kind}.{text}", argv, about, **more)

    def benches(self, part, unit):
        """Those of a unit of a part."""
        numbers = [mutant["number"] for mutant in part.units()[unit]]
        runs = [[numbers[0]]]
        for number in numbers[1:]:
            if number == runs[-1][-1] + 1 and len(runs[-1]) < self.most:
                runs[-1].append(number)
            else:
                runs.append([number])
        return [self.shard(part, unit, "bench", run, inputs=[part.binary, part.listing],
                           more=part.tests + part.model, seconds=len(run) * BENCH_SECONDS) for run in runs]

    def proof(self, part, mutant):
        return self.shard(part, mutant["unit"], "proof", [mutant["number"]], inputs=[part.netlist],
                          more=part.given(mutant)[1], seconds=PROOF_SECONDS)


def of_part(name, shards, outcome):
    """What is known of a part: {"killers": {number: test, or nothing}, "proofs": {number: outcome}}"""
    killers, proofs = {}, {}
    for shard in shards:
        if shard.about["part"] == name and shard.id in outcome.results and outcome.results[shard.id].passed:
            folder, kind = outcome.results[shard.id].folder, shard.about["kind"]
            content = json.loads((folder / f"{kind}.json").read_text(encoding="utf-8"))
            if kind == "bench":
                killers |= {int(number): killer for number, killer in content.items()}
            else:
                proofs[shard.about["numbers"][0]] = content["outcome"]
    return {"killers": killers, "proofs": proofs}
