#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Campaigns on a cluster: what is submitted, what is said of queue and nodes, what becomes of jobs of an
earlier call. The programs of Slurm are toys; tests/slurm has real ones."""
import contextlib
import os
import pathlib
import signal
import tempfile
import time
import unittest

from toy_builds import PATIENCE
from toy_campaign import ToyCampaigns
from toy_slurm import PROGRAMS, ToySlurm
import slurm_words


class Slurm(ToyCampaigns):
    def setUp(self):
        super().setUp()
        self.cluster = ToySlurm(self.folder / "cluster")
        self.environment["PATH"] = f"{self.cluster.programs}:{os.environ['PATH']}"
        for name in ("PARTITION", "TIMELIMIT", "MEM", "ACCOUNT"):
            self.environment.pop(f"SLURM_{name}", None)

    def slurm_words(self, *options):
        return self.campaign_words("--engine", "slurm", "--patience", "1", *options)

    def slurm(self, *options):
        return self.call(self.slurm_words(*options))

    def refused(self, ran, *texts):
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        for text in texts:
            self.assertIn(text, ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)

    @staticmethod
    def array(words):
        return words[words.index("--array") + 1] if "--array" in words else ""


class Submissions(Slurm):
    def test_an_array_for_each_stage_and_a_merge_behind_them(self):
        self.planned(("c", "true", ["a"]), ("a", "true"), ("b", "exit 1"), ("d", "true", ["b"]))
        self.assertEqual(self.totals(self.slurm()), ("ac", "b", "d"))
        calls = self.cluster.calls("sbatch")
        self.assertEqual(list(map(self.array, calls)), ["0-1", "0-1", ""])
        self.assertEqual([word for words in calls for word in words if word.startswith("--dependency")],
                         ["--dependency=afterany:100", "--dependency=afterany:101"])
        self.assertEqual(self.lines(), ["a", "b", "c"])
        self.assertFalse((self.out / "slurm" / "jobs").exists())

    def test_options_and_variables(self):
        own = {"--partition": "q", "--time": "5", "--mem": "1G", "--account": "x"}
        self.planned(("a", "true"))
        self.slurm("--queue", "q", "--time", "5", "--mem", "1G", "--account", "x")
        names = ("PARTITION", "TIMELIMIT", "MEM", "ACCOUNT")
        self.environment |= {f"SLURM_{name}": value for name, value in zip(names, own.values())}
        self.planned(("b", "true"))
        self.slurm("--queue", "other")
        calls = self.cluster.calls("sbatch")
        self.assertEqual(len(calls), 4)
        for words, queue in zip(calls, ("q", "q", "other", "other")):
            chosen = own | {"--partition": queue}
            self.assertEqual([word for word in words if word.split("=")[0] in chosen],
                             [f"{name}={value}" for name, value in chosen.items()])

    def test_many_shards_go_in_arrays_that_the_cluster_takes(self):
        self.cluster.say(most=2)
        self.planned(*((name, "true") for name in "abcde"), ("f", "true", ["a"]))
        self.assertEqual(self.totals(self.slurm()), ("abcdef", "", ""))
        calls = self.cluster.calls("sbatch")
        self.assertEqual(list(map(self.array, calls)), ["0-1", "0-1", "0-0", "0-0", ""])
        self.assertIn("--dependency=afterany:100:101:102", calls[3])

    def test_few_processors_get_tasks_of_several_shards(self):
        self.cluster.say(processors="0/1/0/1")
        self.planned(*((f"s{n}", "true") for n in range(8)))
        self.slurm()
        self.assertEqual((self.out / "slurm" / "tasks.0").read_text(), "0,1\n2,3\n4,5\n6,7\n")
        self.assertEqual(self.lines(), [f"s{n}" for n in range(8)])

    def test_what_runs_alone_has_a_node_for_itself(self):
        self.planned(("a", "true", [], [], True), ("b", "true"))
        self.assertEqual(self.totals(self.slurm()), ("ab", "", ""))
        calls = self.cluster.calls("sbatch")
        self.assertEqual(["--exclusive" in words for words in calls], [False, True, False])
        self.assertIn("--dependency=afterany:100:101", calls[2])

    def test_what_has_a_result_is_not_submitted(self):
        self.planned(("a", "true"), ("b", "[ -e go ] || exit 70"))
        self.assertEqual(self.totals(self.slurm()), ("a", "", "b"))
        (self.folder / "go").touch()
        self.assertEqual(self.totals(self.slurm()), ("ab", "", ""))
        self.assertEqual(self.totals(self.slurm()), ("ab", "", ""))
        self.assertEqual(self.lines(), ["a", "b", "b"])
        self.assertEqual(len(self.cluster.calls("sbatch")), 4)


class Refusals(Slurm):
    def setUp(self):
        super().setUp()
        self.planned(*((name, "true") for name in "abcde"))

    def test_programs_that_are_missing(self):
        self.environment["PATH"] = str(self.cluster.programs)
        for name in PROGRAMS:
            path = self.cluster.programs / name
            path.chmod(0)
            path.rename(path.with_name("away"))
            self.refused(self.slurm(), f"found no {name}, allowed: the programs of Slurm in PATH")
            path.with_name("away").rename(path)
            path.chmod(0o755)

    def test_a_cluster_that_does_not_answer(self):
        self.cluster.say(silent="sinfo: error: cannot stat file /no.conf, retrying up to 60sec")
        began = time.monotonic()
        self.refused(self.slurm(), "sinfo: found no answer in 8 s (sinfo: error: cannot stat file /no.conf",
                     "see SLURM_CONF", "nothing was submitted")
        jobs = self.out / "slurm" / "jobs"
        jobs.write_text("100\n")
        self.refused(self.slurm(), "found jobs of an earlier call (100) and no controller that knows of them")
        self.assertLess(time.monotonic() - began, 30)
        jobs.unlink()
        self.cluster.say(silent=None, mute="slurm_load_partitions: Unable to contact slurm controller")
        self.refused(self.slurm(), "sinfo: found exit code 1 (slurm_load_partitions: Unable to contact slurm")
        self.assertEqual(self.cluster.calls("sbatch"), [])

    def test_a_queue_that_is_not_there(self):
        self.cluster.say(refuse=0)
        self.refused(self.slurm(), "sbatch: found sbatch: error: invalid partition specified: q",
                     "see --queue", "nothing was submitted")
        self.assertEqual(self.cluster.calls("scancel"), [])
        self.cluster.say(refuse=None)
        self.assertEqual(self.totals(self.slurm()), ("abcde", "", ""))

    def test_what_was_submitted_before_is_taken_back(self):
        self.cluster.say(most=2, refuse=2)
        self.refused(self.slurm(), "invalid partition", "nothing is left of what was submitted")
        self.assertEqual(self.cluster.calls("scancel"), [["100", "101"]])
        self.assertEqual((self.cluster.there(), self.lines()), ([], []))
        self.assertFalse((self.out / "slurm" / "jobs").exists())

    def test_what_cannot_be_taken_back_is_named(self):
        self.cluster.say(most=2, refuse=1, keep="")
        self.refused(self.slurm(), "submitted: 100, which scancel did not end (scancel: error: Kill job err")
        self.cluster.say(most=None, refuse=None, keep=None, later=1)
        ran = self.slurm()  # waits for it, then submits the others
        self.assertEqual(self.totals(ran), ("abcde", "", ""))
        self.assertIn("jobs 100 of an earlier call are there, waiting for them", ran.stderr)
        self.assertEqual(self.lines(), list("abcde"))

    def test_the_list_is_refused_before_anything_is_submitted(self):
        self.planned(("a/b", "true"))
        self.refused(self.slurm(), "id: found 'a/b'")
        self.assertEqual(self.cluster.calls("sbatch"), [])


class Stuck(Slurm):
    """What keeps jobs from running is told, and the call ends after its patience."""

    def setUp(self):
        super().setUp()
        self.planned(("a", "true"), ("b", "true"))

    def gives_up(self, *texts):
        ran = self.slurm()
        self.assertEqual(self.totals(ran), ("", "", "ab"))
        for text in (*texts, "nothing has been able to run for 1 s: do what is said above, then call again"):
            self.assertEqual(ran.stderr.count(text), 1, ran.stderr)
        return ran

    def withdrawn_and_then_runs(self, *texts):
        self.gives_up("nothing is left of what was submitted", *texts)
        self.assertEqual(self.cluster.there(), [])
        self.cluster.say(queue=None)
        self.assertEqual(self.totals(self.slurm()), ("ab", "", ""))
        self.assertEqual(sorted(self.lines()), ["a", "b"])

    def test_held_jobs(self):
        self.cluster.say(queue="PENDING|JobHeldUser")
        self.withdrawn_and_then_runs("jobs 100 101 are held: scancel 100 101, then call again")

    def test_jobs_that_come_back_held(self):
        self.cluster.say(queue="PENDING|launch failed requeued held", nodes="n1|drained*|batch job failure")
        self.withdrawn_and_then_runs("jobs 100 101 are held", "node n1 is drained* (batch job failure): if",
                                     " it is well, an administrator says scontrol update nodename=n1")

    def test_drained_nodes(self):
        self.cluster.say(queue="PENDING|Nodes required for job are DOWN, DRAINED or reserved",
                         nodes="n1|drained|no disk\nn2|idle|none\nn1|drained|no disk\nn3|down*|Not resp")
        self.withdrawn_and_then_runs("scontrol update nodename=n1 state=resume", "node n3 is down* (Not resp")

    def test_limits_that_the_queue_does_not_have(self):
        self.cluster.say(queue="PENDING|PartitionTimeLimit")
        self.withdrawn_and_then_runs("jobs cannot run as they were submitted: PartitionTimeLimit; see --")

    def test_a_controller_that_does_not_answer(self):
        self.cluster.say(queue="dead")
        self.gives_up("the controller does not answer; what runs goes on")
        self.assertEqual(self.cluster.calls("scancel"), [])
        ran = self.slurm()
        self.refused(ran, "found jobs of an earlier call (100 101) and no controller that knows of them")
        self.assertEqual(len(self.cluster.calls("sbatch")), 2)
        self.cluster.say(queue=None, later=1)
        self.assertEqual(self.totals(self.slurm()), ("ab", "", ""))
        self.assertEqual((len(self.cluster.calls("sbatch")), sorted(self.lines())), (2, ["a", "b"]))

    def test_waiting_for_its_turn_is_no_reason(self):
        self.cluster.say(queue="PENDING|Resources")
        process = self.start(self.slurm_words())
        self.wait_for(lambda: len(self.cluster.calls("squeue")) >= 4)
        self.assertIsNone(process.poll())
        self.cluster.say(queue=None)
        output, messages = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, messages), (0, ""))
        self.assertEqual(output.splitlines()[-1], '[["a", "b"], [], []]')


class EarlierCalls(Slurm):
    def setUp(self):
        super().setUp()
        self.planned(*((name, "true") for name in "abcd"))
        self.cluster.say(queue="PENDING|Priority")

    def ended_by(self, number):
        before = len(self.cluster.calls("squeue"))
        process = self.start(self.slurm_words(), start_new_session=True)
        self.wait_for(lambda: len(self.cluster.calls("squeue")) > before)
        process.send_signal(number)
        messages = process.communicate(timeout=PATIENCE)[1]
        with contextlib.suppress(ProcessLookupError):  # a squeue begun with the signal would run the jobs
            os.killpg(process.pid, signal.SIGKILL)
        return process, messages

    def waited_for(self):
        self.cluster.say(queue=None, later=1)
        ran = self.slurm()
        self.assertEqual(self.totals(ran), ("abcd", "", ""))
        self.assertIn("jobs 100 101 of an earlier call are there, waiting for them", ran.stderr)
        self.assertEqual(len(self.cluster.calls("sbatch")), 2)
        self.assertEqual(self.lines(), list("abcd"))

    def test_signals_leave_the_jobs(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process, messages = self.ended_by(number)
            self.assertEqual(process.returncode, 128 + number)
            self.assertIn("jobs 100 101 go on; call again to wait for them, or end them: scancel 100 101",
                          messages)
            self.assertEqual(self.cluster.there(), ["100", "101"])
        self.waited_for()

    def test_a_call_that_was_killed(self):
        self.ended_by(signal.SIGKILL)
        self.waited_for()

    def test_jobs_that_have_ended_meanwhile_without_results(self):
        self.ended_by(signal.SIGKILL)
        for job in self.cluster.there():
            (self.cluster.folder / "jobs" / job).rename(self.cluster.folder / f"ended.{job}")
        self.cluster.say(queue=None)
        self.assertEqual(self.totals(self.slurm()), ("abcd", "", ""))
        self.assertEqual((len(self.cluster.calls("sbatch")), self.lines()), (4, list("abcd")))

    def test_jobs_that_end_without_results_while_they_are_waited_for(self):
        self.ended_by(signal.SIGKILL)
        self.cluster.say(queue="lost", later=1)
        process = self.start(self.slurm_words())
        self.wait_for(lambda: not self.cluster.there())
        self.cluster.say(queue=None)
        output = process.communicate(timeout=PATIENCE)[0]
        self.assertEqual(output.splitlines()[-1], '[["a", "b", "c", "d"], [], []]')
        self.assertEqual(self.lines(), list("abcd"))

    def test_a_list_in_another_order_does_not_change_what_they_run(self):
        self.ended_by(signal.SIGKILL)
        self.planned(*((name, "true") for name in "edcba"))
        self.cluster.say(queue=None, later=1)
        self.assertEqual(self.totals(self.slurm())[0], "abcde")
        self.assertEqual(self.lines(), list("abcde"))


class Words(unittest.TestCase):
    """What the programs say, in words."""

    def setUp(self):
        self.cluster = ToySlurm(pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "cluster")
        before = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", before)
        os.environ["PATH"] = f"{self.cluster.programs}:{before}"

    def test_processors(self):
        for text, number in (("0/8/0/8", 8), ("1/3/4/8\n", 8), ("", 1), ("0/0/0/0", 1), ("no", 1)):
            self.cluster.say(processors=text)
            self.assertEqual(slurm_words.processors(), number, text)

    def test_states(self):
        self.assertEqual(slurm_words.states([]), [])
        self.assertEqual(slurm_words.states(["7"]), [])
        (self.cluster.folder / "jobs" / "7").mkdir(parents=True)
        self.cluster.say(queue="PENDING|a|b")
        self.assertEqual(slurm_words.states(["7", "8"]), [("7_0", "PENDING", "a|b")])
        self.cluster.say(queue="dead")
        self.assertIsNone(slurm_words.states(["7"]))

    def test_nothing_to_say(self):
        for state, reason in (("RUNNING", "None"), ("PENDING", "Resources"), ("PENDING", "Priority"),
                              ("PENDING", "Dependency"), ("PENDING", "BeginTime"), ("COMPLETING", "None")):
            self.assertEqual(slurm_words.stuck([("7_1", state, reason)]), [])
        self.assertEqual(slurm_words.stuck([]), [])

    def test_nodes_that_take_no_jobs(self):
        self.cluster.say(nodes="a|idle|none\nb|down*|x\nc|draining|y|z\nd|mixed|none\nb|down*|x")
        found = slurm_words.lost_nodes()
        self.assertEqual([line.split(":")[0] for line in found],
                         ["node b is down* (x)", "node c is draining (y|z)"])


if __name__ == "__main__":
    unittest.main()
