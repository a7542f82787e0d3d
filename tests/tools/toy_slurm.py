# SPDX-License-Identifier: Apache-2.0
"""Programs that answer like those of Slurm, for tests without a cluster. Jobs run when squeue is called."""
import pathlib
import sys

PROGRAMS = ("sbatch", "squeue", "scancel", "sinfo", "scontrol")
FIRST_JOB = 100
# One script under five names. Files of the folder above it say what it answers:
#   refuse    number of the submission from which on sbatch refuses
#   queue     STATE|reason of all jobs, none of which runs then; "dead": no controller answers; "lost": jobs
#             end, nothing runs
#   later     how often squeue answers that jobs wait for their turn before they run
#   keep      scancel fails
#   silent    all programs say this and do not end for a minute
#   mute      sinfo says this and fails
#   nodes, processors, most    what sinfo and scontrol print
SCRIPT = """#!{python} -SE
import os, pathlib, subprocess, sys, time
name, words = pathlib.Path(sys.argv[0]).name, sys.argv[1:]
here = pathlib.Path(sys.argv[0]).parent.parent
def said(name, other=""):
    return (here / name).read_text() if (here / name).exists() else other
def option(name):
    return next((word.split("=", 1)[-1] for word in words if word.startswith(f"--{{name}}=")), "")
with (here / "calls").open("a") as calls:
    calls.write(" ".join([name, *words]) + "\\n")
jobs = here / "jobs"
if (here / "silent").exists():
    print(said("silent"), file=sys.stderr, flush=True)
    time.sleep(60)
if name == "sinfo" and (here / "mute").exists():
    sys.exit(said("mute"))
if name == "sbatch":
    number = said("calls").count("sbatch ") - 1
    script = sys.stdin.read()
    if number >= int(said("refuse", "1000")):
        sys.exit("sbatch: error: invalid partition specified: q\\nsbatch: error: Batch job submission failed")
    path = jobs / str({first} + number)
    path.mkdir(parents=True)
    (path / "script").write_text(script)
    (path / "array").write_text(words[words.index("--array") + 1] if "--array" in words else "")
    (path / "folder").write_text(option("chdir"))
    print(path.name + ";cluster")
if name == "scancel":
    if (here / "keep").exists():
        sys.exit("scancel: error: Kill job error")
    for word in words:
        if (jobs / word).exists():
            (jobs / word).rename(here / f"ended.{{word}}")
if name == "squeue":
    queue = said("queue").strip()
    if later := int(said("later", "0")):
        (here / "later").write_text(str(later - 1))
        queue = "PENDING|Priority"
    if queue == "dead":
        sys.exit("slurm_load_jobs error: Unable to contact slurm controller (connect failure)")
    asked = words[words.index("--jobs") + 1].split(",")
    there = [jobs / word for word in asked if (jobs / word).exists()]
    if not there:
        sys.exit("slurm_load_jobs error: Invalid job id specified")
    for path in there:
        if queue and queue != "lost":
            print(f"{{path.name}}_0|{{queue}}")
            continue
        array = (path / "array").read_text()
        path.rename(here / f"ended.{{path.name}}")
        for index in range(int(array.split("-")[1]) + 1) if array and queue != "lost" else ():
            ended = here / f"ended.{{path.name}}"
            subprocess.run(["sh", ended / "script"], env=os.environ | {{"SLURM_ARRAY_TASK_ID": str(index)}},
                           cwd=(ended / "folder").read_text(), stdout=subprocess.DEVNULL, check=False)
if name == "sinfo":
    print(said("nodes") if "--Node" in words else said("processors", "0/2/0/2"))
if name == "scontrol":
    print("ClusterName = toy\\nMaxArraySize            = " + said("most", "1001"))
"""


class ToySlurm:
    """The folder of such a cluster."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.programs = self.folder / "bin"
        self.programs.mkdir(parents=True)
        for name in PROGRAMS:
            path = self.programs / name
            path.write_text(SCRIPT.format(python=sys.executable, first=FIRST_JOB))
            path.chmod(0o755)

    def say(self, **answers):
        """Answers of these files; None: as if nothing was ever said."""
        for name, text in answers.items():
            path = self.folder / name
            if text is None:
                path.unlink(missing_ok=True)
            else:
                path.write_text(str(text))

    def calls(self, name):
        """Words of the calls of a program, in their order."""
        path = self.folder / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        return [line.split()[1:] for line in lines if line.split()[0] == name]

    def there(self):
        return sorted(path.name for path in (self.folder / "jobs").glob("*"))
