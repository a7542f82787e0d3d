# SPDX-License-Identifier: Apache-2.0
"""What formal_step.py runs for a step of a proof: package with replaced constants, planted bug, yosys, abc,
z3.

Every engine answers one of PROVED, REFUTED or UNDETERMINED; a tool that fails, or a design other than the
manifest says, is a FormalError. Standard library only.
"""
import functools
import re
import shutil
import signal
import subprocess
import sys

from processes import die_with_parent
from script_main import InputError

PROVED, REFUTED, UNDETERMINED = "proved", "refuted", "undetermined"
UNBOUNDED = {"pdr": True, "induction": True, "z3": True, "bmc": False, "check": True}
PLACES = ("rtl", "package", "here", "work", "root")  # in the command of a check
TOOLS = ("prlimit", "sed", "yosys", "yosys-abc")
TOOLS_OF_Z3 = ("yosys-smtbmc", "z3")

PATIENCE = 60  # real time granted for a second of processor time
KINDS = ("assert", "assume", "cover")
COVER_AS_ASSERT = r"""module \$cover (input A, input EN);
  \$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
"""


class FormalError(Exception):
    """A proof that cannot be run as its manifest says."""


def require_tools(methods):
    """Refuses a computer without the programs that proofs by these methods need."""
    tools = (*TOOLS, *TOOLS_OF_Z3 * ("z3" in methods))
    if missing := [tool for tool in tools if not shutil.which(tool)]:
        raise InputError(f"found no {', '.join(missing)}, allowed: the programs that "
                         "scripts/run/install_packages.sh formal installs, in PATH")


@functools.cache
def versions(method):
    """What the programs that decide say of themselves."""
    commands = ["yosys -V", "yosys-abc -q version", *["z3 --version"] * (method == "z3")]
    return " ".join(" ".join(subprocess.run(command.split(), stdin=subprocess.DEVNULL, capture_output=True,
                                            text=True, check=False).stdout.split()) for command in commands)


def run(command, log, timeout, patience=PATIENCE):
    """Exit code and output of a command that may take `timeout` seconds of processor time; it works in the
    folder of `log`. InputError if it is killed, or takes `patience` times that of real time: nobody knows
    what it would have said."""
    with open(log, "a+b") as file:
        file.write(f"$ {' '.join(command)}\n".encode())
        begin = file.tell()
        file.flush()
        try:  # one that is out of time gets SIGXCPU; SIGKILL comes from elsewhere, for want of memory say
            code = subprocess.run(["prlimit", f"--cpu={timeout}:{timeout + 5}", "--core=0", *command],
                                  stdout=file, stderr=subprocess.STDOUT, timeout=patience * timeout,
                                  check=False, cwd=log.parent,
                                  preexec_fn=die_with_parent(signal.SIGKILL)).returncode
        except subprocess.TimeoutExpired:
            code = -signal.SIGKILL
        file.seek(begin)
        text = file.read().decode(errors="replace")
        file.write(f"\nexit code {code}\n".encode())
    if code == -signal.SIGKILL:
        raise InputError(f"{command[0]}: found it killed, from outside or after {patience * timeout} s, "
                         "allowed: to end by itself; see to memory and load, then call again")
    return code, text


def package(root, proof, work):
    """The package of the proof's machine, with the constants the proof replaces."""
    out = work / "nve_pkg.sv"
    arch = root / "arch" / f"{proof['arch']}.json"
    code, text = run([sys.executable, str(root / "arch/generate.py"), str(arch), "--sv", str(out)],
                     work / "package.log", 60)
    if code != 0:
        raise FormalError(f"package of {arch.name}: {text.strip()}")
    source = out.read_text(encoding="utf-8")
    for name, value in proof["constants"].items():
        source, count = re.subn(rf"(localparam int unsigned {name} = )\d+;", rf"\g<1>{value};", source)
        if count != 1:
            raise FormalError(f"constants: found {name}, allowed: an integer constant of nve_pkg")
    out.write_text(source, encoding="utf-8")
    return out


def plant(root, bug, work):
    """A copy of the RTL in which the bug's sed expression has changed exactly one line."""
    folder = work / "rtl"
    folder.mkdir()
    for source in (root / "rtl").glob("*.sv*"):
        (folder / source.name).write_bytes(source.read_bytes())
    target = folder / bug["file"]
    if not target.exists():
        raise FormalError(f"bug {bug['name']}: found file {bug['file']}, allowed: a file of rtl/")
    before = target.read_text(encoding="utf-8").splitlines()
    code, text = run(["sed", "-i", "-e", bug["sed"], str(target)], work / "plant.log", 60)
    after = target.read_text(encoding="utf-8").splitlines()
    changed = sum(a != b for a, b in zip(before, after))
    if code != 0 or len(before) != len(after) or changed != 1:
        raise FormalError(f"bug {bug['name']}: changes {changed} lines of {bug['file']}, allowed: 1; "
                          f"{text.strip()}")
    return folder


WORDS = re.compile(r"(.*)\[(\d+)\.\.0\]")


def connections(peek, memories):
    """Commands that connect wires of the wrapper inside the unit; `mem[3..0]` is the words 3 (high) to 0."""
    for wire, signal in peek.items():
        words = WORDS.fullmatch(signal)
        if bool(words) == memories:
            parts = [f"{words[1]}[{index}]" for index in range(int(words[2]), -1, -1)] if words else [signal]
            yield f"connect -nounset -set {wire} {','.join(parts)}"


def pattern(signal):
    """A name for a selection of yosys, where brackets mean a set of characters."""
    return signal.replace("[", "?").replace("]", "?")


def elaborate(proof, rtl, package_file):
    """Commands of yosys up to the flat design; lists the properties before any optimisation."""
    files = [package_file, *(rtl / name for name in proof["rtl"]),
             *(proof["folder"] / name for name in proof["sources"])]
    parameters = "".join(f" -chparam {name} {value}" for name, value in proof["parameters"].items())
    return [f"read_verilog -sv -formal -I{rtl} -I{proof['include']} " + " ".join(map(str, files)),
            f"hierarchy -check -top {proof['top']}{parameters}", "proc -norom", "flatten",
            *[f"cutpoint w:{pattern(signal)}" for signal in proof["free"]],
            # Before the passes that remove what nobody reads; words of memories are there only after them.
            *connections(proof["peek"], False), "tee -q -o check.txt check",
            "memory -nordff -nomap", "memory_map -formal", *connections(proof["peek"], True),
            *[f"tee -q -o {kind}s.txt select -list t:${kind}" for kind in KINDS],
            "opt -keepdc -fast", "wreduce -keepdc", "opt -keepdc -fast", "async2sync",
            "setundef -undriven -anyseq"]


def listed(path):
    return [line.split("/", 1)[1] for line in path.read_text(encoding="utf-8").splitlines() if "/" in line]


def design_names(script, proof, work):
    """Runs yosys; returns the names of properties, assumptions and covers."""
    (work / "prepare.ys").write_text("\n".join(script) + "\n", encoding="utf-8")
    code, text = run(["yosys", "-q", "-e", "implicitly|Resizing|did not match", "-s", "prepare.ys"],
                     work / "yosys.log", proof["timeout"])
    if code != 0:
        raise FormalError("yosys: " + (text.strip().splitlines() or [f"exit code {code}"])[-1])
    memories = {wire for wire, signal in proof["peek"].items() if WORDS.fullmatch(signal)}
    loose = set(re.findall(r"Wire \w+\.\\(\S+)(?: \[\d+\])? is used but has no driver",
                           (work / "check.txt").read_text(encoding="utf-8"))) - memories
    if loose:
        raise FormalError(f"wires without a driver: {' '.join(sorted(loose))}")
    return {f"{kind}s": listed(work / f"{kind}s.txt") for kind in KINDS}


def differences(names, proof):
    """(kind, names that only the design has, names that only the manifest has) for each kind that differs."""
    allowed = {"asserts": proof["asserts"], "covers": proof["covers"],
               "assumes": [assumption["name"] for assumption in proof["assumed"]]}
    for kind, found in names.items():
        if kind == "assumes":
            found = [name.rpartition(".")[2] for name in found]
        if sorted(found) != sorted(allowed[kind]):
            yield kind, sorted(set(found) - set(allowed[kind])), sorted(set(allowed[kind]) - set(found))


def compare(names, proof):
    """The properties, assumptions and covers of the design must be those of the manifest, by name."""
    told = [f"{kind}: found {', '.join(more) or 'no other'}, missing {', '.join(fewer) or 'none'}"
            for kind, more, fewer in differences(names, proof)]
    if told:
        raise FormalError("; ".join(told) + "; allowed: the names of the manifest")


def names_of(proof, rtl, package_file, work):
    """The names that the design has, or the check reports."""
    if proof["method"] == "check":
        return run_check(proof, rtl, package_file, work)[1]
    return design_names(elaborate(proof, rtl, package_file), proof, work)


def yosys(script, proof, work):
    """Runs yosys; the properties in the design must be those of the manifest. Returns their names."""
    names = design_names(script, proof, work)
    compare(names, proof)
    return names


def write_smt2(proof, rtl, package_file, work):
    script = elaborate(proof, rtl, package_file)
    return yosys(script + ["opt -keepdc -fast", "dffunmap", "write_smt2 -wires design.smt2"], proof, work)


def write_aiger(proof, rtl, package_file, work, kept):
    """AIGER with the assertions, or with the negated covers, as bad outputs, in the order of outputs.txt."""
    script = elaborate(proof, rtl, package_file)
    if kept == "cover":
        (work / "negate.v").write_text(COVER_AS_ASSERT, encoding="utf-8")
        script += ["chformal -assert -remove", "techmap -map negate.v"]
    else:
        script += ["chformal -cover -remove"]
    script += ["opt -keepdc -fast", "dffunmap", "formalff -clk2ff -ff2anyinit", "techmap",
               "abc -g AND -fast", "opt_clean", "tee -q -o outputs.txt select -list t:$assert",
               "write_aiger -I -B -zinit -no-startoffset design.aig"]
    return yosys(script, proof, work)


def abc(commands, proof, work):
    """abc on the AIGER; assumptions are folded into the properties."""
    _, text = run(["yosys-abc", "-c", f"read_aiger design.aig; fold; {commands}"], work / "solver.log",
                  proof["timeout"])
    return text


def asserted(work):
    """The bad outputs that abc reached, by name."""
    text = (work / "solver.log").read_text(encoding="utf-8")
    outputs = listed(work / "outputs.txt")
    reached = re.findall(r"Output +(\d+) of miter .* was asserted in frame", text)
    return [outputs[int(output)] for output in reached]


def search(proof, depth, work):
    """Counterexamples of at most `depth` cycles from reset."""
    text = abc(f"strash; bmc3 -F {depth}", proof, work)
    if "was asserted in frame" in text:
        return REFUTED
    # The second ends earlier: a design of n registers has no more than 2^n states.
    bounded = f"No output asserted in {depth} frames." in text or "Explored all reachable states" in text
    return PROVED if bounded else UNDETERMINED


def induct(proof, work):
    """The step of the induction, all properties together; its start is `search` over as many cycles."""
    text = abc(f"orpos; strash; ind -F {proof['depth']}", proof, work)
    return PROVED if "Networks are equivalent" in text else UNDETERMINED


def reach(proof, work):
    text = abc("strash; scorr; pdr", proof, work)
    if "was asserted in frame" in text:
        return REFUTED
    return PROVED if "Property proved" in text else UNDETERMINED


def smtbmc(arguments, proof, work):
    _, text = run(["yosys-smtbmc", "-s", "z3", "--noprogress", *arguments, "design.smt2"],
                  work / "solver.log", proof["timeout"])
    if "Status: PASSED" in text:
        return PROVED
    return REFUTED if "Assert failed" in text else UNDETERMINED


def prove(proof, rtl, package_file, work, bug):
    """Outcome and names of properties of one run; a bug is searched from reset only."""
    method, depth = proof["method"], (bug or {}).get("depth", proof["depth"])
    if method == "check":
        return check(proof, rtl, package_file, work)
    if method == "z3":
        names = write_smt2(proof, rtl, package_file, work)
        outcome = smtbmc(["--presat", "-t", str(depth), "--dump-vcd", "trace.vcd"], proof, work)
        if outcome == PROVED and not bug:
            # A failed step is no counterexample.
            outcome = smtbmc(["-i", "-t", str(depth), "--dump-vcd", "induction.vcd"], proof, work)
            outcome = PROVED if outcome == PROVED else UNDETERMINED
        return outcome, names
    names = write_aiger(proof, rtl, package_file, work, "assert")
    outcome = reach(proof, work) if method == "pdr" and not bug else search(proof, depth, work)
    if method == "induction" and outcome == PROVED and not bug:
        outcome = induct(proof, work)
    if outcome == REFUTED:
        names = names | {"refuted": asserted(work)}
    return outcome, names


def cover(proof, rtl, package_file, work):
    """Names of the covers that are not reached in cover_depth cycles."""
    names = write_aiger(proof, rtl, package_file, work, "cover")["covers"]
    reached = set()
    for output, name in enumerate(listed(work / "outputs.txt")):
        # One at a time: bmc3 -a, for all of them, crashes on some designs.
        text = abc(f"strash; cone -s -O {output}; bmc3 -F {proof['cover_depth']}", proof, work)
        if "was asserted in frame" in text:
            reached.add(name)
    return [name for name in names if name not in reached]


def run_check(proof, rtl, package_file, work):
    """Exit code of a command of the project, and the properties that it reports."""
    places = dict(zip(PLACES, (rtl, package_file, proof["folder"], work, proof["root"]), strict=True))
    command = [part.format(**places) for part in proof["command"]]
    code, text = run(command, work / "solver.log", proof["timeout"])
    if code > 1:
        raise FormalError(f"exit code {code}, allowed: 0 or 1; {text.strip().splitlines()[-1:]}")
    names = re.findall(r"^property (\S+)$", text, re.MULTILINE)
    return code, {"asserts": names, "assumes": [], "covers": []}


def check(proof, rtl, package_file, work):
    """A command of the project as a proof."""
    code, names = run_check(proof, rtl, package_file, work)
    if code == 0:
        compare(names, proof)
    return {0: PROVED, 1: REFUTED}.get(code, UNDETERMINED), names
