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


def completed(result, pictures):
    """With all that this version of results has, whatever the tool has written of it."""
    head = {"schema": "nve-run", "schema_version": 1, "tool": "nve-cosim",
            "command": "build/bin/nve-cosim p.nve --input 'a b.png'",
            "machine": {"name": "nve", "arch_id": "0x00000001", "clock_mhz": 100.0, "lanes": 16}}
    result = head | result
    result.setdefault("cores", [{"core": 0, "cycles": result["platform_cycles"],
                                 "busy": result["total"]["cycles"],
                                 "layers": [layer["name"] for layer in result["layers"]]}])
    result["pictures"] = pictures
    return result


def make_results(build, folder):
    """Files by name: two feeds of one network, each whole and as an older file has it, and failures."""
    folder.mkdir(parents=True, exist_ok=True)
    network = ROOT / "networks/small/two_layers.xml"
    picture = ROOT / "images/street.png"
    run(build, folder, "nvec", network, "--seed", "1", "-o", "p.nve")
    common = ("nve-cosim", "p.nve", "--input", picture, "--memory", "bank")
    compared = ("--reference", network, "--seed", "1")
    found = {}
    for feed in ("contiguous", "column"):
        run(build, folder, *common, *compared, "--feed", feed, "--output", feed, "--json", f"{feed}.json")
        found[feed] = folder / f"{feed}.json"
    run(build, folder, "nve-cosim", "p.nve", "--input", picture, "--feed", "ideal", "--json", "ideal.json")
    run(build, folder, *common, "--fault", "probe", "--json", "probe.json", "--wave-on-mismatch", "w.fst", code=1)
    run(build, folder, *common, "--fault", "mute-memory", "--json", "mute.json", code=1)
    run(build, folder, *common, "--reference", network, "--seed", "2", "--json", "wrong.json", code=1)
    found |= {name: folder / f"{name}.json" for name in ("ideal", "probe", "mute", "wrong")}
    for feed in ("contiguous", "column"):
        maps = sorted(path.name for path in (folder / feed).glob("*.png"))
        pictures = [{"role": name.split(".")[0].split("_")[0], "file": f"{feed}/{name}"} for name in maps]
        result = completed(json.loads(found[feed].read_text(encoding="utf-8")), pictures)
        found[f"whole_{feed}"] = write(folder / f"whole_{feed}.json", result)
        if feed == "column":
            found["old"] = write(folder / "old.json", old(result))
    found["evil"] = write(folder / "evil.json", evil(result))
    return found


def write(path, result):
    path.write_text(json.dumps(result), encoding="utf-8")
    return path


def old(result):
    """As files were before they had versions."""
    new = ("schema", "schema_version", "tool", "command", "machine", "cores", "pictures")
    return {key: value for key, value in result.items() if key not in new}


def evil(result):
    """The same with markup wherever a text or a key is the run's own."""
    result = json.loads(json.dumps(result))
    for key in ("network", "binary", "input", "command", "tool"):
        result[key] = EVIL
    result["machine"]["name"] = EVIL
    result["cores"][0]["layers"] = [EVIL]
    for layer in (*result["layers"], result["total"]):
        layer["name"] = EVIL
        layer["waterfall"][EVIL] = 7
        layer["axi"][EVIL] = layer["axi"].pop("mm2s")
        layer["axi"][EVIL]["read"]["cycles"][EVIL] = 9
    result["states"][EVIL] = 3
    result["memory"]["config"][EVIL] = EVIL
    result["pictures"] = [{"role": "input", "file": EVIL}, {"role": "output", "file": "/dev/zero"}]
    result["failure"] = {"text": EVIL, "cycle": 4, "cores": [], "seed": EVIL, "reproduce": EVIL}
    result["waves"] = {EVIL: EVIL}
    return result
