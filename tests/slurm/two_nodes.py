#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A Slurm of two nodes on this computer, for tests: two_nodes.py start FOLDER | stop FOLDER

Controller, two node daemons and munge with a key of its own; all sockets are on 127.0.0.1, all files in
FOLDER, which `stop` removes. Needs root, no systemd and no cgroups. `start` prints the variable that names
the cluster: export it before sbatch, squeue and the others.
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

NODES = ("n1", "n2")
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo", "scontrol")
PATIENCE = 30  # seconds until all is up
NODE = "NodeName={node} NodeAddr=127.0.0.1 NodeHostname={host} Port={port} CPUs=1 RealMemory=1000"
CONFIGURATION = """ClusterName=nve
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge/socket
SlurmctldPort={port}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/linux
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdTimeout=20
MaxArraySize=1001
MinJobAge=600
KillWait=5
MailProg=/bin/true
{nodes}
PartitionName=all Nodes={names} Default=YES MaxTime=INFINITE State=UP
"""


class Cluster:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.configuration = self.folder / "slurm.conf"
        self.environment = os.environ | {"SLURM_CONF": str(self.configuration)}

    def start(self):
        """Seconds until both nodes can take jobs."""
        began = time.monotonic()
        for name in ("munge", "state", *(f"spool.{node}" for node in NODES)):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "munge").chmod(0o700)
        key = self.folder / "munge" / "key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        ports = free_ports(1 + len(NODES))
        host = socket.gethostname()
        nodes = "\n".join(NODE.format(node=node, host=host, port=port)
                          for node, port in zip(NODES, ports[1:]))
        self.configuration.write_text(CONFIGURATION.format(host=host, folder=self.folder, port=ports[0],
                                                           nodes=nodes, names=",".join(NODES)))
        self.call(["munged", f"--key-file={key}", f"--socket={self.folder}/munge/socket",
                   f"--pid-file={self.folder}/munge/pid", f"--log-file={self.folder}/munge/log",
                   f"--seed-file={self.folder}/munge/seed", "--force"])
        self.start_controller("-c")
        for node in NODES:
            self.start_node(node)
        self.wait_for_nodes()
        return time.monotonic() - began

    def call(self, command):
        ran = subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, check=False)
        if ran.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: exit code {ran.returncode}: {ran.stdout}")
        return ran.stdout

    def start_controller(self, *more):
        """With -c it forgets what it knew."""
        self.call(["slurmctld", *more])

    def start_node(self, node):
        self.call(["slurmd", "-N", node])

    def resume(self):
        """What an administrator does to nodes that are drained or down; others refuse it."""
        for node in NODES:
            subprocess.run(["scontrol", "update", f"nodename={node}", "state=resume"], env=self.environment,
                           capture_output=True, check=False)

    def idle(self):
        ran = subprocess.run(["sinfo", "-h", "-N", "-t", "idle,mixed,allocated", "-o", "%N"],
                             env=self.environment, capture_output=True, text=True, check=False)
        return len(set(ran.stdout.split()))

    def wait_for_nodes(self):
        end = time.monotonic() + PATIENCE
        while self.idle() < len(NODES):
            if time.monotonic() > end:
                raise RuntimeError(f"nodes are not idle after {PATIENCE} s, see the logs in {self.folder}")
            time.sleep(0.05)

    def pid(self, name):
        """Of slurmctld, slurmd.n1, slurmd.n2 or munge/pid; None if there is none."""
        try:
            return int((self.folder / (name if "/" in name else f"{name}.pid")).read_text())
        except (OSError, ValueError):
            return None

    def kill(self, name, number=signal.SIGKILL):
        if (pid := self.pid(name)) is not None:
            with_no_error(os.kill, pid, number)

    def own_processes(self):
        """All that have the configuration of this cluster in their environment, or are the daemons."""
        found, wanted = [], f"SLURM_CONF={self.configuration}".encode()
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if wanted in (path / "environ").read_bytes().split(b"\0") and int(path.name) != os.getpid():
                    found.append(int(path.name))
            except OSError:
                continue
        return [pid for pid in found if not is_ancestor(pid)]

    def stop(self):
        """Leaves no process and no file."""
        for name in (*(f"slurmd.{node}" for node in NODES), "slurmctld", "munge/pid"):
            self.kill(name, signal.SIGTERM)
        end = time.monotonic() + 3
        while (left := self.own_processes()) and time.monotonic() < end:
            time.sleep(0.05)
        for pid in left:
            with_no_error(os.kill, pid, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


def is_ancestor(pid):
    """Whether this process runs in one: in a shell that has the variable, say."""
    here = os.getpid()
    while here > 1:
        here = int(pathlib.Path(f"/proc/{here}/stat").read_text().rsplit(")", 1)[1].split()[1])
        if here == pid:
            return True
    return False


def with_no_error(function, *arguments):
    try:
        function(*arguments)
    except ProcessLookupError:
        pass


def free_ports(number):
    sockets = [socket.socket() for _ in range(number)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def missing():
    """Why there can be no cluster here, or nothing."""
    without = [name for name in PROGRAMS if not shutil.which(name)]
    if without:
        return f"found no {', '.join(without)}: the packages slurmctld, slurmd, slurm-client and munge"
    return "" if os.geteuid() == 0 else "found no root, who starts the daemons"


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("start", "stop"):
        print("two_nodes.py: error: allowed: two_nodes.py start FOLDER | stop FOLDER", file=sys.stderr)
        return 2
    cluster = Cluster(sys.argv[2])
    if sys.argv[1] == "stop":
        cluster.stop()
        return 0
    if reason := missing():
        print(f"two_nodes.py: error: {reason}", file=sys.stderr)
        return 2
    seconds = cluster.start()
    print(f"export SLURM_CONF={cluster.configuration}")
    print(f"two nodes after {seconds:.1f} s; stop them: two_nodes.py stop {sys.argv[2]}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
