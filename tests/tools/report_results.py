# SPDX-License-Identifier: Apache-2.0
"""Results for tests of nve-report: of real runs, and with all that a result can have."""
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
EVIL = "<script>alert(1)</script> \"'&amp; ]]> ../\u202e/~ \u0001"


def run(build, folder, *words, code=0):
    """A tool's output; it ends with this exit code."""
    ended = subprocess.run([build / "bin" / words[0], *words[1:]], cwd=folder, capture_output=True, text=True,
                           check=False, timeout=300)
    assert ended.returncode == code, ended.stdout + ended.stderr
    return ended


def make_results(build, folder):
    """Files by name: feeds of one network, one as an older file has it, failures, names with markup."""
    folder.mkdir(parents=True, exist_ok=True)
    network = ROOT / "networks/small/two_layers.xml"
    run(build, folder, "nvec", network, "--seed", "1", "-o", "p.nve", "--predict", "--memory", "bank",
        "--json", "predicted.json")
    common = ("nve-cosim", "p.nve", "--input", ROOT / "images/street.png")
    bank = (*common, "--memory", "bank")
    compared = (*bank, "--reference", network, "--seed", "1")
    for feed in ("contiguous", "column"):
        run(build, folder, *compared, "--feed", feed, "--output", feed, "--json", f"{feed}.json")
    run(build, folder, *common, "--feed", "ideal", "--json", "ideal.json")
    run(build, folder, *common, "--compare-probes", "--json", "speed.json")
    run(build, folder, *bank, "--layers", "1", "--json", "part.json")
    run(build, folder, *bank, "--layers", "1", "--strips", "1", "--json", "strip.json")
    run(build, folder, *bank, "--fault", "probe", "--json", "probe.json", "--wave-on-mismatch", "w.fst",
        code=1)
    run(build, folder, *bank, "--fault", "mute-memory", "--json", "mute.json", code=1)
    run(build, folder, *bank, "--fault", "axi-late-last", "--json", "rule.json", code=1)
    run(build, folder, *bank, "--reference", network, "--seed", "2", "--json", "wrong.json", code=1)
    column = json.loads((folder / "column.json").read_text(encoding="utf-8"))
    write(folder / "old.json", old(column))
    write(folder / "evil.json", evil(column))
    return {path.stem: path for path in folder.glob("*.json")}


def sweep(build, folder):
    """Of two transfer sizes on one port."""
    run(build, folder, "nve-sweep", "--sizes", "8,64", "--profiles", "mover", "--memory", "bank", "--ports",
        "shared", "--csv", "sweep.csv", "--json", "sweep.json")
    return folder / "sweep.json"


def evil_sweep(_build, folder):
    """The same with markup in every text and in the names of memories."""
    result = json.loads((folder / "sweep.json").read_text(encoding="utf-8"))
    result["tool"] = EVIL
    result["memories"] = {EVIL: {EVIL: EVIL}}
    for transfer in result["transfers"]:
        transfer.update({key: EVIL for key, value in transfer.items() if isinstance(value, str)})
    return write(folder / "evil_sweep.json", result)


def evil_prediction(_build, folder):
    """A prediction of the evil run (evil), with markup in every text and in the name of its feed."""
    result = json.loads((folder / "predicted.json").read_text(encoding="utf-8"))
    predicted = result["predicted"]
    for key in ("network", "arch", "command", "tool"):
        result[key] = EVIL
    for layer in (*predicted["layers"], predicted["total"]):
        layer["name"] = EVIL
        layer["feeds"][EVIL] = layer["feeds"].pop("column")
    predicted["memory"]["model"] = predicted["memory_ports"] = EVIL
    return write(folder / "evil_predicted.json", result)


def write(path, result):
    path.write_text(json.dumps(result), encoding="utf-8")
    return path


def old(result):
    """As files were before they had versions."""
    new = ("schema", "schema_version", "tool", "command", "machine", "cores", "pictures", "schedules",
           "use")
    return {key: value for key, value in result.items() if key not in new}


def evil(result):
    """The same with markup wherever a text or a key is the run's own."""
    result = json.loads(json.dumps(result))
    for key in ("network", "binary", "input", "command", "tool"):
        result[key] = EVIL
    result["machine"]["name"] = result["feed"] = EVIL
    result["cores"][0]["layers"] = [EVIL]
    for layer in (*result["layers"], result["total"]):
        layer["name"] = EVIL
        layer["waterfall"][EVIL] = 7
        layer["axi"][EVIL] = layer["axi"].pop("mm2s")
        layer["axi"][EVIL]["read"]["cycles"][EVIL] = 9
    result["states"][EVIL] = 3
    result["memory"]["config"][EVIL] = EVIL
    result["schedules"][0] |= {"name": EVIL, "layer": EVIL}
    result["schedules"][0]["instructions"][0] = EVIL
    result["schedules"][0]["slots"][1]["name"] = EVIL
    result["use"]["cores"][0]["name"] = EVIL
    result["use"]["layers"][0] |= {"core": EVIL, "layer": EVIL}
    result["use"]["cores"][0]["series"][EVIL] = result["use"]["cores"][0]["series"].pop("input_fifo")
    result["pictures"] = [{"role": "input", "file": EVIL}, {"role": "output", "file": "/dev/zero"}]
    rule = {"of": EVIL, "rule": EVIL, "place": EVIL, "cycle": 5, "found": EVIL, "allowed": EVIL}
    result["failure"] = {"kind": EVIL, "text": EVIL, "cycle": 4, "stood_still": True, "rule": rule,
                         "cores": [], "seed": EVIL, "reproduce": EVIL}
    result["waves"] = {EVIL: EVIL}
    return result
