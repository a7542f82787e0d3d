// nvec as a user runs it: what it refuses before it writes anything, and its task graphs.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

using testing::ToolFolder;
using testing::ToolResult;

const std::string kNetwork = std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml";

// One layer of 3x3 windows.
std::string OneLayer(int height, int width) {
  return "<convNetDescriptor name=\"One\" layerCount=\"1\"><layerDescriptor idx=\"0\"><outHeight>" +
         std::to_string(height) + "</outHeight><outWidth>" + std::to_string(width) +
         "</outWidth><kernelHeight>3</kernelHeight><kernelWidth>3</kernelWidth>"
         "<subHeight>1</subHeight><subWidth>1</subWidth><outCount>1</outCount>"
         "<outNet idx=\"0\" cnt=\"1\">0</outNet></layerDescriptor></convNetDescriptor>";
}

void ExpectRefusal(const ToolResult& result, const std::string& text) {
  EXPECT_EQ(result.code, 2) << result.errors;
  EXPECT_NE(result.errors.find(text), std::string::npos) << result.errors;
}

TEST(NvecToolTest, RefusesPicturesThatAreTooLarge) {
  const ToolFolder folder;
  WriteFileAtomically(folder / "n.xml", OneLayer(16384, 20));
  ExpectRefusal(folder.Run("nvec " + folder / "n.xml" + " -o " + folder / "p.nve"),
                "n.xml:1: error: element <layerDescriptor>: L1 needs a picture of 16386 rows, "
                "allowed are at most 16384: with this kernel and step outHeight can be at most "
                "16382");
}

TEST(NvecToolTest, RefusesPlansBeyondTheHostsMemory) {
  const ToolFolder folder;
  WriteFileAtomically(folder / "n.xml", OneLayer(16382, 16382));
  ExpectRefusal(folder.Run("nvec " + folder / "n.xml" + " -o " + folder / "p.nve"),
                " MB of code and descriptors), available: 511 MB; maps of about ");
  EXPECT_FALSE(std::filesystem::exists(folder / "p.nve"));
}

TEST(NvecToolTest, RefusesFilesGivenTwice) {
  const ToolFolder folder;
  const std::string network = folder / "n.xml";
  const std::string text = ReadFileText(kNetwork);
  WriteFileAtomically(network, text);
  ExpectRefusal(folder.Run("nvec " + network + " -o " + network),
                "given as the network and as --output, allowed: a file of its own for each");
  EXPECT_EQ(ReadFileText(network), text);
  const std::string run = "nvec " + network + " -o " + folder / "p.nve";
  ExpectRefusal(folder.Run(run + " --json " + folder / "p.nve"), "given as --output and as --json");
  ExpectRefusal(folder.Run(run + " --schedule " + folder / "s" + " --graph " + folder / "./s"),
                "given as --schedule and as --graph");
  ASSERT_EQ(folder.Run(run + " --save-weights " + folder / "w.npz").code, 0);
  ExpectRefusal(
      folder.Run(run + " --weights " + folder / "w.npz" + " --save-weights " + folder / "w.npz"),
      "given as --weights and as --save-weights");
  EXPECT_EQ(folder.Run(run + " --json /dev/null --schedule /dev/null").code, 0);
}

TEST(NvecToolTest, RefusesEmptyNames) {
  const ToolFolder folder;
  ExpectRefusal(folder.Run("nvec '' -o x"),
                "network: found an empty name, allowed: the name of a file");
  for (const char* option : {"--output", "--json", "--schedule", "--graph", "--weights"}) {
    ExpectRefusal(folder.Run("nvec n.xml " + std::string(option) + " ''"),
                  std::string(option) + ": found an empty name");
  }
}

TEST(NvecToolTest, WritesTheGraphOfAnyMap) {
  const ToolFolder folder;
  const std::string run = "nvec " + kNetwork + " -o " + folder / "p.nve";
  const auto graph = [&](const std::string& options) {
    EXPECT_EQ(folder.Run(run + " --graph " + folder / "g.dot" + options).code, 0) << options;
    return ReadFileText(folder / "g.dot");
  };
  const std::string first = graph("");
  EXPECT_EQ(graph(" --graph-layer 1 --graph-map 2"), first);  // all read one map through 6x6
  const std::string second = graph(" --graph-layer 2");
  EXPECT_NE(second, first);
  EXPECT_EQ(graph(" --graph-layer 2 --graph-map 1"), second);
  const std::string with = run + " --graph " + folder / "g.dot";
  ExpectRefusal(folder.Run(with + " --graph-layer 3"), "--graph-layer: found 3, allowed: 1 to 2");
  ExpectRefusal(folder.Run(with + " --graph-layer 2 --graph-map 2"),
                "--graph-map: found 2, allowed: 0 to 1, the output maps of L2");
  ExpectRefusal(folder.Run(run + " --graph-layer 1"), "--graph-layer requires --graph");
}

}  // namespace
}  // namespace nve
