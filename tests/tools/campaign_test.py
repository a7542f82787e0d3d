#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Campaigns: what is no list of shards is refused with its line, and what is no whole result of a shard's own
key counts for nothing, whatever the time stamps say."""
import ast
import json
import os
import pathlib
import random
import re
import shutil
import tempfile
import unittest

import own_scripts
import merge
import shard_list
import shard_result
from script_main import InputError
from shard_result import NoResult

LINE = {"id": "a", "argv": ["true"], "key": f"{shard_list.command_key(['true'])}.k", "inputs": [],
        "seconds": 1, "needs": [], "alone": False, "about": {}}
LONG_CHAIN = 20_000


class Lists(unittest.TestCase):
    def setUp(self):
        self.path = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "list"

    def read(self, *lines):
        """What is read of a list of texts, or of LINE with other values."""
        texts = [line if isinstance(line, str) else json.dumps(LINE | line) for line in lines]
        self.path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        return shard_list.read(self.path)

    def refused(self, lines, *problems):
        """Just these problems, in this order, each behind the path."""
        with self.assertRaises(InputError) as caught:
            self.read(*lines)
        found = str(caught.exception).splitlines()
        self.assertEqual(len(found), len(problems), found)
        for line, problem in zip(found, problems):
            self.assertTrue(line.startswith(f"{self.path}: "), line)
            self.assertIn(problem, line)

    def test_what_is_written_is_read(self):
        made = [shard_list.shard("a.1", ["true", 5], {"campaign": "x"}, inputs=[__file__], more="5"),
                shard_list.shard("b,c=d+e@f", ["sh"], {}, seconds=0, needs=["a.1"])]
        shard_list.write(self.path, made)
        self.assertEqual(shard_list.read(self.path), made)
        self.assertTrue(all(map(shard_list.is_as_planned, made)))

    def test_a_file_that_is_none(self):
        with self.assertRaisesRegex(InputError, "none: found No such file.*allowed: a list of shards"):
            shard_list.read(self.path.with_name("none"))
        self.path.write_bytes(b"\xff\n")
        self.assertRaisesRegex(InputError, "allowed: a list of shards", shard_list.read, self.path)

    def test_lines_that_are_no_objects(self):
        self.refused(["{", "5", "[]", ""], "line 1: found no JSON", "line 2: found int, allowed: an object",
                     "line 3: found list, allowed: an object", "line 4: found no JSON")
        self.refused([json.dumps(LINE)[:-5]], "line 1: found no JSON")

    def test_an_empty_list(self):
        self.refused([], "line 1: found no JSON")

    def test_missing_and_unknown_keys(self):
        for key in LINE:
            without = json.dumps({name: value for name, value in LINE.items() if name != key})
            self.refused([without], f"line 1: found no {key}, allowed: id, argv, key, inputs")
        self.refused(["{}"], "line 1: found no id, argv, key, inputs, seconds, needs, alone, about")
        self.refused([{"more": 1}], "line 1: found more, allowed: id, argv, key")

    def test_wrong_types(self):
        for key, value, allowed in (("id", 5, "str"), ("argv", "true", "list"), ("key", None, "str"),
                                    ("inputs", {}, "list"), ("seconds", "1", "a number"),
                                    ("seconds", True, "a number"), ("needs", "a", "list"),
                                    ("alone", 1, "bool"),
                                    ("about", [], "dict")):
            self.refused([{key: value}], f"line 1: {key}: found {json.dumps(value)}, allowed: {allowed}")
        for key in ("argv", "inputs", "needs"):
            for value in (5, "", None, ["x"]):
                self.refused([{key: [value]}], f"line 1: {key}: found {json.dumps(value)}, allowed: texts")

    def test_seconds_that_no_shard_takes(self):
        for text in ("NaN", "Infinity", "-Infinity", "-1", "-0.5", "1e400", "1" + 400 * "0"):
            line = json.dumps(LINE).replace('"seconds": 1', f'"seconds": {text}')
            self.refused([line], "line 1: seconds: found ")
        self.assertEqual(self.read({"seconds": 0})[0].seconds, 0)

    def test_names_that_are_no_folder(self):
        for name in ("", ".", "..", "a/b", "/a", "../a", "-a", "a b", "a\n", "a\0", "ä", "x" * 151):
            with self.assertRaises(InputError) as caught:
                self.read({"id": name})
            self.assertIn(f"line 1: id: found '{name}', allowed: up to 150", str(caught.exception))
        self.assertEqual(self.read({"id": "x" * 150})[0].id, "x" * 150)

    def test_a_command_of_nothing(self):
        self.refused([{"argv": []}], "line 1: argv: found nothing, allowed: a command")

    def test_a_command_that_is_not_that_of_the_key(self):
        self.refused([{}, {"id": "b", "argv": ["false"]}, {"id": "c", "key": "k"}],
                     "line 2: key: found that of another command than argv, allowed: what the campaign has",
                     "line 3: key: found that of another command than argv")

    def test_equal_ids(self):
        self.refused([{}, {"id": "b"}, {}], "line 3: id: found 'a', that of line 1, allowed: each once")

    def test_needs_that_are_not_there(self):
        self.refused([{}, {"id": "b", "needs": ["a", "c"]}], "line 2: needs: found 'c', allowed: ids of this")

    def test_circles(self):
        self.refused([{"needs": ["a"]}], "needs: found a circle, a needs a; allowed: ")
        self.refused([{"id": "x"}, {"needs": ["x", "b"]}, {"id": "b", "needs": ["c"]},
                      {"id": "c", "needs": ["x", "a"]}], "needs: found a circle, a needs b needs c needs a;")

    def test_all_problems_at_once(self):
        self.refused(["{", {"id": "a/b", "argv": []}, {"seconds": -1}, {"needs": ["z"]}, "[]"],
                     "line 1: found no JSON", "line 5: found list", "line 2: id: found 'a/b'",
                     "line 2: argv: found nothing", "line 3: seconds: found -1", "line 4: id: found 'a'",
                     "line 4: needs: found 'z'")

    def test_very_many_problems(self):
        with self.assertRaisesRegex(InputError, "line 20: .*\n5 more problems$"):
            self.read(*["{"] * 25)

    def test_what_is_refused_is_not_written_either(self):
        with self.assertRaisesRegex(InputError, "line 1: id: found 'a/b'"):
            shard_list.write(self.path, [shard_list.shard("a/b", ["true"], {})])
        self.assertFalse(self.path.exists())

    def test_stages(self):
        shards = self.read({"needs": ["b", "c"]}, {"id": "b", "needs": ["c"]}, {"id": "c"}, {"id": "d"})
        self.assertEqual(shard_list.stages(shards, set("abcd")), [["c", "d"], ["b"], ["a"]])
        self.assertEqual(shard_list.stages(shards, set("ac")), [["c"], ["a"]])

    def test_short_shards_are_tasks_together(self):
        expected = (1, 1, 9, 1, 1, 1)
        shards = self.read(*({"id": f"s{n}", "seconds": seconds} for n, seconds in enumerate(expected)))
        for seconds, least, numbers in ((4, 1, [2, 1, 3]), (2, 1, [2, 1, 2, 1]), (100, 1, [6]),
                                        (100, 7, [2, 1, 2, 1]), (100, 1000, [1] * 6)):
            tasks = shard_list.tasks(shards, seconds, least)
            self.assertEqual([one for task in tasks for one in task], shards)
            self.assertEqual(list(map(len, tasks)), numbers)
        self.assertEqual(shard_list.tasks([], 1, 1), [])

    def test_long_chains(self):
        lines = [{"id": f"s{n}", "needs": [f"s{n + 1}"]} for n in range(LONG_CHAIN)]
        shards = self.read(*lines, {"id": f"s{LONG_CHAIN}"})
        stages = shard_list.stages(shards, {one.id for one in shards})
        self.assertEqual((len(stages), stages[0]), (LONG_CHAIN + 1, [f"s{LONG_CHAIN}"]))


class Keys(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.program = self.folder / "program"
        self.program.write_text("1")

    def shard(self, argv=("true",), **more):
        return shard_list.shard("a", argv, {}, inputs=[self.program], **more)

    def test_what_makes_a_key(self):
        first = self.shard()
        self.assertEqual(self.shard(seconds=9, needs=["b"]).key, first.key)
        self.program.write_text("2")
        keys = {first.key, self.shard().key, self.shard(["false"]).key, self.shard(more="x").key}
        self.assertEqual(len(keys), 4)
        self.assertFalse(shard_list.is_as_planned(first))
        self.program.write_text("1")
        os.utime(self.program, (1, 1))
        self.assertTrue(shard_list.is_as_planned(first))

    def test_a_program_that_is_missing(self):
        self.program.unlink()
        with self.assertRaisesRegex(InputError, "program: found No such file.*allowed: a file that the"):
            self.shard()

    def test_paths_below_this_folder_are_the_same_everywhere(self):
        keys = []
        for name in ("x", "y"):
            place = self.folder / name
            place.mkdir()
            (place / "program").write_text("1")
            here = pathlib.Path.cwd()
            os.chdir(place)
            self.addCleanup(os.chdir, here)
            keys.append(shard_list.shard("a", [place / "program"], {}, inputs=[place / "program"]).key)
        self.assertEqual(keys[0], keys[1])


class Results(unittest.TestCase):
    """One good result, and what takes it away."""

    def setUp(self):
        self.out = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "out"
        self.shard = shard_list.shard("a", ["true"], {})
        self.keep()
        self.folder = self.out / "results" / "a"

    def keep(self, shard=None, text="waves", exit_code=0):
        work = self.out / "work" / "some"
        (work / "deep").mkdir(parents=True)
        (work / "deep" / "waves").write_text(text)
        content = {"exit_code": exit_code, "seconds": 1.5, "processor_seconds": 1, "node": "n", "output": "o"}
        shard_result.keep(self.out, shard or self.shard, work, content)

    def waves(self):
        return (self.folder / "deep" / "waves").read_text()

    def none(self, text):
        with self.assertRaises(NoResult) as caught:
            shard_result.read(self.out, self.shard)
        self.assertIn(text, str(caught.exception))

    def test_a_whole_one(self):
        found = shard_result.read(self.out, self.shard)
        self.assertEqual((found.id, found.passed, found.seconds, found.node, found.output, found.folder),
                         ("a", True, 1.5, "n", "o", self.folder))

    def test_one_that_is_missing(self):
        shutil.rmtree(self.folder)
        self.none("found no result")

    def test_result_cut_anywhere(self):
        path = self.folder / "result.json"
        whole = path.read_bytes()
        for size in range(len(whole.rstrip())):
            path.write_bytes(whole[:size])
            self.none("result.json: found no whole result")
        path.unlink()
        self.none("result.json: found no whole result")

    def test_another_file_cut_changed_or_deleted(self):
        path = self.folder / "deep" / "waves"
        for text in ("", "wave", "wavez", "waves."):
            path.write_text(text)
            self.none("deep/waves: found another file than result.json says, or none")
        path.unlink()
        self.none("deep/waves: found another file")
        path.mkdir()
        self.none("deep/waves: found another file")

    def test_wrong_contents(self):
        path = self.folder / "result.json"
        whole = json.loads(path.read_text())
        for content, text in (({"exit_code": 2}, "found exit code 2, allowed: 0 or 1"),
                              ({"exit_code": True}, "found exit code True"), ({"more": 1}, "found the keys"),
                              ({"seconds": "x"}, "found no whole"), ({"files": []}, "found no whole"),
                              ({"files": {"deep/waves": 5}}, "found no whole"),
                              ({"id": "b"}, "found the result of b"), ({"key": "k"}, "of other programs")):
            path.write_text(json.dumps(whole | content))
            self.none(text)
        for text in ("[]", "5", "null", "{}"):
            path.write_text(text)
            self.none("result.json: found ")

    def test_one_of_another_key(self):
        self.shard = shard_list.shard("a", ["false"], {})
        self.none("result.json: found a result of other programs or inputs")

    def test_one_of_another_shard_in_a_folder_renamed(self):
        self.folder.rename(self.folder.with_name("b"))
        other = shard_list.shard("b", ["true"], {})
        self.none("found no result")
        self.assertRaisesRegex(NoResult, "found the result of a$", shard_result.read, self.out, other)

    def test_one_of_another_list(self):
        self.assertEqual(shard_result.others(self.out, [self.shard]), [])
        self.assertEqual(shard_result.others(self.out, []), ["a"])

    def test_what_has_become_of_a_shard_without_one(self):
        shutil.rmtree(self.folder)
        (self.out / "broken").mkdir()
        (self.out / "broken" / "a.txt").write_text("exit code 70\n")
        self.none("exit code 70")

    def test_the_first_one_stays(self):
        self.keep(text="late")
        self.assertEqual(self.waves(), "waves")
        self.assertEqual(list((self.out / "work").iterdir()), [])

    def test_a_bad_one_does_not_stay(self):
        (self.folder / "deep" / "waves").write_text("cut")
        self.keep(text="anew")
        self.assertEqual(self.waves(), "anew")
        self.shard = shard_list.shard("a", ["false"], {})
        self.keep(text="of another key", exit_code=1)
        self.assertEqual((self.waves(), shard_result.read(self.out, self.shard).passed),
                         ("of another key", False))

    def test_a_file_in_its_place(self):
        shutil.rmtree(self.folder)
        self.folder.write_text("no folder")
        self.none("found no result")
        self.keep(text="anew")
        self.assertEqual(self.waves(), "anew")

    def test_taking_it_away(self):
        old = self.out / "work" / f"a.{os.uname().nodename}.{os.getpid()}.old" / "of a killed process"
        old.mkdir(parents=True)
        for _ in range(2):
            shard_result.remove(self.out, "a")
            self.none("found no result")
        self.assertEqual(list((self.out / "work").iterdir()), [])

    def test_no_time_stamp_decides(self):
        other = shard_list.shard("b", ["false"], {})
        self.keep(other, exit_code=1)
        cut = shard_list.shard("c", ["true"], {})
        self.keep(cut)
        (self.out / "results" / "c" / "deep" / "waves").write_text("cut")
        shards = [self.shard, other, cut, shard_list.shard("d", ["true"], {})]
        before = shard_result.read_all(self.out, shards)
        self.assertEqual((list(before.results), before.failed, list(before.missing)),
                         (["a", "b"], ["b"], ["c", "d"]))
        chance = random.Random(5)
        for _ in range(20):
            for path in self.out.rglob("*"):
                os.utime(path, (chance.randrange(2 ** 32), chance.randrange(2 ** 32)))
            self.assertEqual(shard_result.read_all(self.out, shards), before)


class OneRunner(unittest.TestCase):
    """Campaigns bring no pools, locks and books of their own (docs/campaigns.md)."""

    OWN = re.compile(r"^\s*(?:import|from) (?:concurrent|multiprocessing|threading|fcntl)\b|\bstate\.json\b"
                     r"|\bsbatch\b", re.MULTILINE)

    def test_all_are_known_to_the_merge_and_to_the_document(self):
        """Whatever has --engine makes a list, which the merge has to judge."""
        sources = [(path, path.read_text(encoding="utf-8")) for top in ("scripts", "tb")
                   for path in (own_scripts.ROOT / top).rglob("*.py") if not path.name.endswith("_test.py")]
        scripts = {str(path.relative_to(own_scripts.ROOT)) for path, text in sources
                   if re.search(r"\brunner\.(?:options_of|add_options|judged|run)\(", text)}
        self.assertEqual(scripts, set(merge.CAMPAIGNS.values()))
        names = {name for _, text in sources for name in re.findall(r'"campaign": "(\w+)"', text)}
        self.assertEqual(names, set(merge.CAMPAIGNS))
        page = (own_scripts.ROOT / "docs" / "campaigns.md").read_text(encoding="utf-8")
        listed = page.partition("Campaigns on the list today")[2].partition("\n`make regress`")[0]
        self.assertEqual(set(re.findall(r"`(\w+)`", listed)), names)

    def test_no_example_hides_what_a_campaign_has_refused(self):
        """As a pipe does, unless the shell is told otherwise."""
        for path in (own_scripts.ROOT / "docs").glob("*.md"):
            self.assertNotRegex(path.read_text(encoding="utf-8"), r"--engine list[^\n>`]*\|", path)

    def test_the_merge_can_call_all_that_judge(self):
        for name, script in merge.CAMPAIGNS.items():
            tree = ast.parse((own_scripts.ROOT / script).read_text(encoding="utf-8"))
            judge, = (one.args for one in tree.body
                      if isinstance(one, ast.FunctionDef) and one.name == "judge")
            words = [word.arg for word in judge.args]
            self.assertEqual(words[:3], ["shards", "outcome", "out"], name)
            self.assertEqual(len(words) - len(judge.defaults), 3, name)

    def test_no_pools_locks_and_books(self):
        self.assertIn("nightly", merge.CAMPAIGNS)
        for name, script in merge.CAMPAIGNS.items():
            files = [path for path in (own_scripts.ROOT / script).parent.glob(f"*{name}*.py")
                     if not path.name.endswith("_test.py")]
            self.assertIn(own_scripts.ROOT / script, files)
            for path in files:
                self.assertEqual(self.OWN.findall(path.read_text(encoding="utf-8")), [], path)


if __name__ == "__main__":
    unittest.main()
