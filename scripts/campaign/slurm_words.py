# SPDX-License-Identifier: Apache-2.0
"""What Slurm says of jobs and nodes, and in words what somebody can do about it."""
import subprocess

from script_main import InputError

ANSWER_SECONDS = 8  # of a program that asks; without a cluster it tries for a minute
UNDER_WAY = ("RUNNING", "COMPLETING", "CONFIGURING")
# Reasons of jobs that wait for a person; those that wait for their turn have others.
HELD = ("JobHeldUser", "JobHeldAdmin", "launch failed requeued held", "JobHoldMaxRequeue")
NO_NODE = ("Nodes required for job are DOWN", "ReqNodeNotAvail", "PartitionDown", "PartitionInactive",
           "NodeDown")
WRONG = ("PartitionNodeLimit", "PartitionTimeLimit", "InvalidAccount", "InvalidQOS", "AssocMaxJobsLimit",
         "BadConstraints", "DependencyNeverSatisfied")


def asked(command):
    """How a program has ended that asks the controller; exit code None: not at all."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=ANSWER_SECONDS)
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(command, None, "", (late.stderr or b"").decode(errors="replace"))


def output_of(command):
    """What a program prints, nothing if it fails."""
    ran = asked(command)
    return ran.stdout if ran.returncode == 0 else ""


def processors():
    """Of all nodes together, at least 1. It is the first question: InputError if there is no answer."""
    ran = asked(["sinfo", "--noheader", "--format", "%C"])
    if ran.returncode != 0:
        found = f"exit code {ran.returncode}" if ran.returncode is not None else (
            f"no answer in {ANSWER_SECONDS} s")
        raise InputError(f"sinfo: found {found} ({' '.join(ran.stderr.split()) or 'it says nothing'}), "
                         "allowed: a cluster that answers it; see SLURM_CONF, or wait for the controller, "
                         "then call again; nothing was submitted")
    numbers = ran.stdout.split("/")  # allocated, idle, other, total
    return max(1, int(numbers[-1])) if numbers[-1].strip().isdigit() else 1


def states(jobs):
    """(name, state, reason) of the jobs that are in the queue; None if the controller does not answer. That
    it knows none of them is an error of squeue too, and means that none is there."""
    if not jobs:
        return []
    ran = asked(["squeue", "--noheader", "--array", "--jobs", ",".join(jobs), "--format", "%i|%T|%r"])
    if ran.returncode != 0 and "Invalid job id" not in ran.stderr:
        return None
    return [tuple(line.split("|", 2)) for line in ran.stdout.splitlines() if line.count("|") >= 2]


def stuck(jobs):
    """Why jobs may never run, a list of sentences; nothing if they only wait for their turn."""
    if jobs is None:
        return ["the controller does not answer; what runs goes on. Start slurmctld again, or ask who runs "
                "the cluster"]
    found, waiting = [], [(name, reason) for name, state, reason in jobs if state == "PENDING"]
    held = sorted({name.split("_")[0] for name, reason in waiting if reason.startswith(HELD)})
    if held:
        found.append(f"jobs {' '.join(held)} are held: scancel {' '.join(held)}, then call again")
    for reason in sorted({reason for _, reason in waiting if reason.startswith(WRONG)}):
        found.append(f"jobs cannot run as they were submitted: {reason}; see --queue, --time, --mem and "
                     "--account")
    if held or any(reason.strip("(").startswith(NO_NODE) for _, reason in waiting):
        found += lost_nodes()
    return found


def lost_nodes():
    """Nodes that take no jobs, and the command that brings each back."""
    found = []
    for line in output_of(["sinfo", "--noheader", "--Node", "--format", "%N|%T|%E"]).splitlines():
        name, state, reason = (line.split("|", 2) + ["", ""])[:3]
        if state.rstrip("*$~#!%@^-").lower() in ("down", "drained", "draining", "fail", "failing"):
            found.append(f"node {name} is {state} ({reason}): if it is well, an administrator says scontrol "
                         f"update nodename={name} state=resume")
    return list(dict.fromkeys(found))
