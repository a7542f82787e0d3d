// SPDX-License-Identifier: Apache-2.0
// Sections show what a result has and say what it lacks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/html/comparison_section.hpp"
#include "report/html/failure_section.hpp"
#include "report/html/layer_section.hpp"
#include "report/html/parameter_section.hpp"
#include "report/html/part_words.hpp"
#include "report/html/port_section.hpp"
#include "report/html/read_out_section.hpp"
#include "report/html/roofline_section.hpp"
#include "report/html/schedule_section.hpp"
#include "report/html/section.hpp"
#include "report/html/use_section.hpp"
#include "report/html/waterfall.hpp"
#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ReportedRun BareRun() {
  ReportedRun run = testing::SomeRun();
  run.result.schema_version = 0;
  run.result.memory.reset();
  for (LayerOfRun& layer : run.result.layers) {
    layer.waterfall.reset();
    layer.axi.reset();
  }
  run.result.total->waterfall.reset();
  run.result.total->axi.reset();
  return run;
}

TEST(Sections, HaveIdsOfTheirResult) {
  const ReportedRun run = testing::SomeRun(2, "third");
  EXPECT_EQ((RunView{run, 3}.Id("x")), "run2-x");
  EXPECT_THAT((RunView{run, 3}.Section("Title", Words("w")).Finished()),
              HasSubstr("<h3>Title</h3>\n<p>w</p>"));
}

TEST(Sections, LayersThatDidNotRunAreInNoChart) {
  ReportedRun run = testing::SomeRun();
  run.result.layers[0].cycles = 0;
  run.result.layers[0].elapsed_cycles = 0;
  EXPECT_EQ(LayersThatRan(run.Place()).size(), 1u);
}

TEST(LayerSection, ShowsEveryLayerAndTheirSum) {
  ReportedRun run = testing::SomeRun();
  run.result.cores = std::vector<CoreOfRun>{{0, 400, 330, {"L1", "L2"}, {}}};
  run.result.programs = std::vector<LayerOfRun>{testing::SomeLayer("L1.p0", 1)};
  const std::string text = LayerSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/layers/1/name\">L2<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"= 100 * 0#/layers/1/cycles / "
                              "0#/layers/1/waterfall/bound\">110.0 %<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/total/elapsed_cycles\">360<"));
  EXPECT_THAT(text,
              HasSubstr("data-source=\"= 100 * 0#/cores/0/busy / 0#/cores/0/cycles\">82.5 %"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/programs/0/name\">L1.p0<"));
  EXPECT_THAT(text, Not(HasSubstr("load cycles<"))) << "which this result does not say";
}

TEST(WaterfallSection, HasABarForEachOfSeveralCores) {
  ReportedRun run = testing::SomeRun();
  const Named<int64_t> first = {{"bound", 300}, {"other_cores", 0}, {"done", 0}, {"sum", 300}};
  const Named<int64_t> second = {{"bound", 200}, {"other_cores", 75}, {"done", 25}, {"sum", 300}};
  run.result.cores = std::vector<CoreOfRun>{{0, 300, 300, {}, first}, {1, 300, 200, {}, second}};
  const std::string text = WaterfallSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("Where the cycles of each core went"));
  EXPECT_THAT(text, HasSubstr("= 100 * 0#/cores/1/waterfall/other_cores / "
                              "0#/cores/1/waterfall/sum"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/cores/1/waterfall/done\">25<"));
  run.result.cores->pop_back();
  EXPECT_THAT(WaterfallSection({run}).Finished(), Not(HasSubstr("each core")));
}

TEST(LayerSection, OfALayerThatDidNotEndItHasNoNumbers) {
  const ReportedRun run = testing::FailedRun();  // in L2
  const std::string text = LayerSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("0#/layers/0/cycles"));
  EXPECT_THAT(text, HasSubstr(">L2</th><td>not finished</td>"));
  EXPECT_THAT(text, Not(HasSubstr("0#/layers/1/cycles")));
  EXPECT_THAT(text, Not(HasSubstr("0#/total/cycles")));
  ReportedRun part = testing::SomeRun();
  part.result.layers[1].cycles = 0;
  part.result.layers[1].elapsed_cycles = 0;
  EXPECT_THAT(LayerSection({part}).Finished(), HasSubstr(">L2</th><td>not run</td>"));
}

TEST(LayerSection, GopsAreOfCoreCyclesAsOnTheTerminal) {
  const ReportedRun run = testing::SomeRun();
  const std::string text = LayerSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/layers/0/gops\">0.70</td><td class=\"number\" "
                              "data-source=\"0#/layers/0/gops_elapsed\">0.60<"));
  EXPECT_THAT(text, HasSubstr(">GOPS</th><th scope=\"col\" class=\"number\">GOPS elapsed</th>"));
  EXPECT_THAT(text, HasSubstr(">core cycles / bound</th>"));
}

TEST(WaterfallSection, DrawsWhatOccursAndSaysWhatToTry) {
  const ReportedRun run = testing::SomeRun();
  const std::string text = WaterfallSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("<title>L2, host: 15.0 %</title>"));
  EXPECT_THAT(text, Not(HasSubstr(", copy: ")));
  EXPECT_THAT(text,
              HasSubstr("<strong>host</strong>, <span data-source=\"= 100 * "
                        "0#/total/waterfall/host / 0#/total/waterfall/bound\">15.0 %</span>"));
  EXPECT_THAT(text, HasSubstr(WordsOf("host").advice));
  const ReportedRun bare = BareRun();
  EXPECT_THAT(WaterfallSection({bare}).Finished(),
              HasSubstr("does not say what its cycles went to"));
}

TEST(ScheduleSection, IsAGridWithTheLoopInAFrame) {
  const ReportedRun run = testing::SomeRun();
  const std::string text = ScheduleSection({run}, {run}).Finished();
  EXPECT_THAT(text, HasSubstr("<tr data-source=\"0#/schedules/0/instructions/1\"><th "
                              "scope=\"row\">1</th><td>wr 1+2@1</td><td>mac</td></tr>"));
  EXPECT_THAT(text, HasSubstr("<td>wr 0</td><td></td></tr>\n</tbody><tbody class=\"loop\">"));
  EXPECT_THAT(text, HasSubstr("<td>wr 3</td><td></td></tr>\n</tbody><tbody>"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/schedules/0/iterations\">40<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"= 100 * 0#/schedules/1/slots/1/busy / "
                              "0#/schedules/1/loop_cycles\">50.0 %<"));
  EXPECT_THAT(text, HasSubstr("<details><summary><span data-source=\"0#/schedules/1/name\">L2.p0"));
}

TEST(ScheduleSection, ShowsTheSameProgramsOnce) {
  const ReportedRun run = testing::SomeRun();
  ReportedRun other = testing::SomeRun(1, "second");
  EXPECT_THAT(ScheduleSection({other, 3}, {run, other}).Finished(),
              HasSubstr("The programs are those of <a href=\"#"));
  other.result.schedules->back().instructions.back() = "- | -";
  EXPECT_THAT(ScheduleSection({other, 3}, {run, other}).Finished(),
              HasSubstr("1#/schedules/0/name"));
}

TEST(ScheduleSection, OfOddFilesIsShownAsFarAsItGoes) {
  ReportedRun run = testing::SomeRun();
  run.result.schedules->front().loop_last = 9;
  run.result.schedules->front().instructions[2] = "0xffff";
  const std::string text = ScheduleSection({run}, {run}).Finished();
  EXPECT_THAT(text, HasSubstr("<td colspan=\"2\">0xffff</td>"));
  EXPECT_THAT(text.substr(0, text.find("L2.p0")), Not(HasSubstr("class=\"loop\"")));
  run.result.schedules.reset();
  EXPECT_THAT(ScheduleSection({run}, {run}).Finished(), HasSubstr("does not have the programs"));
}

TEST(UseSection, DrawsEachSeriesOfEachCore) {
  ReportedRun run = testing::SomeRun();
  run.result.use->cores.push_back(run.result.use->cores.front());
  run.result.use->cores.back().name = "core 1";
  const std::string text = UseSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/use/cores/0/series/local_a/bins\""));
  EXPECT_THAT(text, HasSubstr("<details><summary>core 1</summary>"));
  EXPECT_THAT(text, HasSubstr("<title>L1, clock cycles: 20</title>"));
  EXPECT_THAT(text, HasSubstr("data-source=\"= 100 * 0#/use/cores/0/series/local_a/total / ( "
                              "0#/use/cycles * 0#/use/cores/0/series/local_a/capacity )\">50.0 %"));
  EXPECT_THAT(text, HasSubstr("input_fifo/bins/3 / ( ( 0#/use/cycles - 3 * 0#/use/bin_cycles ) * "
                              "0#/use/cores/0/series/input_fifo/capacity )\">75.0 %"));
}

TEST(UseSection, LeavesOutWhatCannotBeDrawn) {
  ReportedRun run = testing::SomeRun();
  auto& series = run.result.use->cores.front().series;
  series.front().second.capacity = 0;
  EXPECT_THAT(UseSection({run}).Finished(), Not(HasSubstr("input FIFO,")));
  series.back().second.bins.pop_back();
  EXPECT_THAT(UseSection({run}).Finished(), HasSubstr("does not say how FIFOs"));
  run.result.use->bin_cycles = 0;
  EXPECT_THAT(UseSection({run}).Finished(), HasSubstr("does not say how FIFOs"));
  run.result.use.reset();
  EXPECT_THAT(UseSection({run}).Finished(), HasSubstr("does not say how FIFOs"));
}

TEST(PartWords, OfPartsThatAreNotKnownAreEmpty) {
  EXPECT_NE(WordsOf("bound").meaning, "");
  EXPECT_EQ(WordsOf("nosuch").meaning, "");
}

TEST(RooflineSection, HasTheRoofOfTheLanes) {
  const ReportedRun run = testing::SomeRun();
  const std::string text = RooflineSection({run}).Finished();
  EXPECT_THAT(text,
              HasSubstr("data-source=\"= 2 * 0#/machine/lanes * 0#/machine/clock_mhz / 1000\">"
                        "3.20 GOPS<"));
  EXPECT_THAT(text, HasSubstr("data-source-x=\"= 2 * 0#/layers/0/macs / 0#/layers/0/pixels\" "
                              "data-source-y=\"0#/layers/0/gops_elapsed\""));
  EXPECT_THAT(text, HasSubstr("data-source-x=\"= 2 * 0#/layers/0/macs / "
                              "0#/layers/0/axi/mm2s/read/bytes\""));
}

TEST(RooflineSection, TheRoofIsThatOfAllCores) {
  ReportedRun run = testing::SomeRun();
  run.result.cores = std::vector<CoreOfRun>(3);
  const std::string text = RooflineSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr(">all lanes of 3 cores<"));
  EXPECT_THAT(text,
              HasSubstr("data-source=\"= 6 * 0#/machine/lanes * 0#/machine/clock_mhz / 1000\">"
                        "9.60 GOPS<"));
}

TEST(RooflineSection, LeavesOutWhatTheResultDoesNotSay) {
  ReportedRun old = testing::SomeRun();
  old.result.schema_version = 0;
  EXPECT_THAT(RooflineSection({old}).Finished(), HasSubstr("does not say which machine ran"));
  EXPECT_THAT(RooflineSection({old}).Finished(), Not(HasSubstr("machine/lanes")));
  const ReportedRun bare = BareRun();
  EXPECT_THAT(RooflineSection({bare}).Finished(), HasSubstr("No roofline"));
}

TEST(RooflineSection, OfARunInWhichNoLayerEndedSaysSo) {
  ReportedRun run = testing::FailedRun();
  run.result.layers[0].cycles = 0;
  run.result.layers[0].elapsed_cycles = 0;
  EXPECT_THAT(RooflineSection({run}).Finished(),
              HasSubstr("No roofline: no layer came to its end."));
}

TEST(RooflineSection, HasTheRoofOfAMemoryThatSaysIt) {
  ReportedRun run = testing::SomeRun();
  run.result.memory->config["dram"] = {{"peak_mb_s", 50.0}};
  EXPECT_THAT(RooflineSection({run}).Finished(),
              HasSubstr("data-source=\"= 0#/memory/config/dram/peak_mb_s / 1000\">0.05 GB/s<"));
}

TEST(PortSection, ShowsKindsAndLatencies) {
  const ReportedRun run = testing::SomeRun();
  const std::string text = PortSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/total/axi/mm2s/read/bytes\">600<"));
  EXPECT_THAT(text, HasSubstr("<title>mm2s, read, beat: 8.3 %</title>"));
  // 20 and 350 cycles in steps of 50
  EXPECT_THAT(text, HasSubstr(">0 to 49<"));
  EXPECT_THAT(text, HasSubstr(">350 to 399<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/total/axi/mm2s/read/latency/350\">3<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/memory/statistics/reads\">12<"));
  const ReportedRun bare = BareRun();
  EXPECT_THAT(PortSection({bare}).Finished(), HasSubstr("does not say what its ports did"));
}

TEST(ParameterSection, HasAllParametersAndTheCommand) {
  const ReportedRun run = testing::SomeRun();
  const std::string text = ParameterSection({run}).Finished();
  for (const char* part :
       {">memory.board.ports</th><td data-source=\"0#/memory/config/board/ports\">separate<",
        "data-source=\"0#/machine/clock_mhz\">100 MHz<",
        "<pre class=\"command\" tabindex=\"0\" data-source=\"0#/command\">nve-cosim a.nve"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  ReportedRun bare = BareRun();
  bare.result.speed = SpeedOfRun{"probes", 10, 20, 0.5};
  const std::string old = ParameterSection({bare}).Finished();
  EXPECT_THAT(old, HasSubstr("says neither its machine nor its command"));
  EXPECT_THAT(old, Not(HasSubstr("0#/machine")));
  EXPECT_THAT(old, HasSubstr("data-source=\"0#/without_probes\">20<"));
}

TEST(FailureSection, HasTheWholeKit) {
  const ReportedRun run = testing::FailedRun();
  const std::string text = FailureSection({run}).Finished();
  for (const char* source :
       {"0#/mismatch/differences/0/element\">3<", "0#/mismatch/differences/0/expected\">0x12<",
        "0#/mismatch/differences/0/got\">0x34<", "0#/mismatch/history/0/cycle\">76<",
        "0#/mismatch/producer/pc\">3<", "0#/mismatch/beats/0/data\">0xfeed<",
        "0#/waves/file\">m.fst<", "0#/failure/cycle\">77<",
        "0#/failure/reproduce\">nve-cosim again<", "0#/failure/seed\">9<",
        "0#/failure/kind\">mismatch<", "0#/mismatch/inputs/s_tdata\">0xabc<"}) {
    EXPECT_THAT(text, HasSubstr(source));
  }
}

TEST(FailureSection, IsInTheWordsOfTheText) {
  ReportedRun run = testing::FailedRun();
  MismatchOfRun& mismatch = *run.result.mismatch;
  mismatch.strips = 3;
  mismatch.run = 1;
  mismatch.iterations = 18;
  mismatch.pass = 4;
  mismatch.state = "repeat";
  mismatch.inputs.reg_raddr = 0x84;
  const std::string text = FailureSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("data-source=\"= 0#/mismatch/run + 1\">2<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/mismatch/strips\">3<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"= 0#/mismatch/pass + 1\">5<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/mismatch/inputs/reg_raddr\">0x84<"));
  mismatch.pass = 18;
  EXPECT_THAT(FailureSection({run}).Finished(), HasSubstr(">behind the last<"));
}

TEST(FailureSection, OfABrokenRuleSaysWhich) {
  ReportedRun run = testing::FailedRun();
  run.result.failure->rule = RuleBreach{"AXI", "A8", "tile 0 mm2s", 7, "no RLAST", "RLAST"};
  run.result.mismatch->producer.value.reset();
  run.result.mismatch->writer = kWriterNever;
  const std::string text = FailureSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/failure/rule/rule\">A8<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/mismatch/writer\">no instruction<"));
}

TEST(FailureSection, OfWrongPixelsHasTheFirst) {
  ReportedRun run = testing::SomeRun();
  run.result.reference->bit_exact = false;
  run.result.reference->layers = {{"L1", false, 40, 1, PixelOfRun{0, 1, 2, 200, 100}, "L1: wrong"}};
  EXPECT_THAT(FailureSection({run}).Finished(),
              HasSubstr("data-source=\"0#/reference/layers/0/first/got\">100<"));
}

TEST(FailureSection, OfAStandstillHasTheCoresAtWork) {
  ReportedRun run = testing::SomeRun();
  run.result.failure.emplace();
  run.result.failure->text = "watchdog: nothing moves";
  run.result.failure->cycle.value = 5;
  run.result.failure->stood_still = true;
  run.result.failure->cores.emplace_back();
  run.result.failure->cores.back().core = "core 3";
  const std::string text = FailureSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/failure/cores/0/core\">core 3<"));
  EXPECT_THAT(text, HasSubstr(">5</span>, from which on nothing moved."));
  EXPECT_TRUE(FailureSection({testing::SomeRun()}).Empty());
}

TEST(ComparisonSection, HasOneTableForAll) {
  std::vector<ReportedRun> runs = {testing::SomeRun(0, "old"), testing::SomeRun(1, "new"),
                                   testing::SomeRun(2, "newest")};
  runs[2].result.layers[0].cycles = 55;
  const std::string text = ComparisonSection(runs).Finished();
  EXPECT_THAT(text, HasSubstr("<th scope=\"col\" class=\"number\">newest</th><th scope=\"col\" "
                              "class=\"number\">change</th>"));
  EXPECT_THAT(text,
              HasSubstr("class=\"number better\" data-source=\"= 100 * ( 2#/layers/0/cycles - "
                        "0#/layers/0/cycles ) / 0#/layers/0/cycles\">-50.0 %<"));
  EXPECT_THAT(text, HasSubstr("data-source-y=\"2#/layers/1/gops_elapsed\""))
      << "all on one roofline";
  EXPECT_THAT(text, HasSubstr("<title>newest, host: 15.0 %</title>"));
}

TEST(ReadOutSection, ShowsAccuracyConfusionAndWhatIsWrong) {
  ReportedRun run = testing::SomeRun();
  EXPECT_TRUE(ReadOutSection({run}).Empty());
  ReadOutOfRun& read_out = run.result.read_out.emplace();
  read_out.kind = kClassifyKind;
  read_out.pictures = 2;
  read_out.equal = 1;
  read_out.top1 = 1;
  read_out.accuracy = 0.5;
  read_out.first_different = {1, "b.png", "map 0"};
  read_out.classes = {{"a.png", {{"shoe", 9}}, "shoe"}, {"b.png", {{"shoe", 8}}, "shirt"}};
  read_out.confusion = {{"shirt", "shoe"}, {{0, 1}, {0, 1}}};
  const std::string text = ReadOutSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("data-source=\"= 100 * 0#/read_out/accuracy\">50.00 %<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/read_out/confusion/pictures/0/1\">1<"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/read_out/classes/1/picture\">b.png<"));
  EXPECT_THAT(text, HasSubstr("taken for another class"));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/read_out/equal\">1<"));
}

TEST(ReadOutSection, ShowsBoxesBesideTheTruth) {
  ReportedRun run = testing::SomeRun();
  ReadOutOfRun& read_out = run.result.read_out.emplace();
  read_out.boxes.emplace();
  EXPECT_THAT(ReadOutSection({run}).Finished(), HasSubstr("No window reached the threshold."));
  read_out.boxes->assign(101, {0, 4, 5, 6, 7, 201, "sign"});
  read_out.truth = {12, 11, 3, 2, 1};
  const std::string text = ReadOutSection({run}).Finished();
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/read_out/boxes/99/score\">201<"));
  EXPECT_THAT(text, Not(HasSubstr("boxes/100/")));
  EXPECT_THAT(text, HasSubstr("The first 100 of 101 boxes."));
  EXPECT_THAT(text, HasSubstr("data-source=\"0#/read_out/truth/false_boxes\">3<"));
}

TEST(ComparisonSection, OfAFailedRunThereIsNoGain) {
  std::vector<ReportedRun> runs = {testing::SomeRun(0, "old"), testing::FailedRun()};
  runs[1].label = "stopped";
  runs[1].number = 1;
  for (LayerOfRun& layer : runs[1].result.layers) {
    layer.cycles = 0;
    layer.elapsed_cycles = 0;
  }
  runs[1].result.network = "Another";
  const std::string text = ComparisonSection(runs).Finished();
  EXPECT_THAT(text, Not(HasSubstr("-100")));
  EXPECT_THAT(text, Not(HasSubstr("better")));
  EXPECT_THAT(text, Not(HasSubstr(">stopped</text>"))) << "a legend of points that are not there";
  EXPECT_THAT(text, HasSubstr("<p class=\"warning\">Warning: stopped: found network"));
}

}  // namespace
}  // namespace nve
