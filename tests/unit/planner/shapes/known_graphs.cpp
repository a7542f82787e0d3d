// SPDX-License-Identifier: Apache-2.0
// Each network by the loops of its description.
#include "tests/unit/planner/shapes/known_graphs.hpp"

#include <fmt/format.h>

#include <utility>

namespace nve::planner {
namespace {

// A graph with a place at which the next operation is put.
class Builder {
 public:
  Builder(std::string name, int64_t side) {
    graph_.name = std::move(name);
    graph_.input = {3, side, side};
  }

  int at() const { return at_; }
  void From(int vertex) { at_ = vertex; }

  int Conv(const std::string& name, int64_t oc, int64_t kernel, int64_t stride = 1, int64_t pad = 0,
           int64_t groups = 1) {
    return Put(name, Convolution{oc, SlidingWindow::Square(kernel, stride, pad), groups}, {at_});
  }
  int Connect(const std::string& name, int64_t oc) { return Put(name, FullyConnected{oc}, {at_}); }
  int Pool(int64_t kernel, int64_t stride, Rounding rounding = Rounding::kDown) {
    return Put(Unnamed(), Pooling{SlidingWindow::Square(kernel, stride), rounding}, {at_});
  }
  int Join(const Operation& operation, std::vector<int> inputs) {
    return Put(Unnamed(), operation, std::move(inputs));
  }
  NetworkGraph Graph() { return std::move(graph_); }

 private:
  std::string Unnamed() const { return fmt::format("vertex{}", graph_.vertices.size()); }
  int Put(const std::string& name, const Operation& operation, std::vector<int> inputs) {
    return at_ = graph_.Add(name, operation, std::move(inputs));
  }

  NetworkGraph graph_;
  int at_ = kNetworkInput;
};

NetworkGraph Vgg16() {
  Builder net("vgg16", 224);
  const std::vector<std::pair<int, int>> groups = {{64, 2}, {128, 2}, {256, 3}, {512, 3}, {512, 3}};
  for (size_t group = 0; group < groups.size(); ++group) {
    for (int i = 1; i <= groups[group].second; ++i) {
      net.Conv(fmt::format("conv{}_{}", group + 1, i), groups[group].first, 3, 1, 1);
    }
    net.Pool(2, 2);
  }
  net.Connect("fc6", 4096);
  net.Connect("fc7", 4096);
  net.Connect("fc8", 1000);
  return net.Graph();
}

NetworkGraph AlexNet() {
  Builder net("alexnet", 227);
  net.Conv("conv1", 96, 11, 4);
  net.Pool(3, 2);
  net.Conv("conv2", 256, 5, 1, 2);
  net.Pool(3, 2);
  net.Conv("conv3", 384, 3, 1, 1);
  net.Conv("conv4", 384, 3, 1, 1);
  net.Conv("conv5", 256, 3, 1, 1);
  net.Pool(3, 2);
  net.Connect("fc6", 4096);
  net.Connect("fc7", 4096);
  net.Connect("fc8", 1000);
  return net.Graph();
}

NetworkGraph SqueezeNet(int64_t side) {
  Builder net(fmt::format("squeezenet_{}", side), side);
  net.Conv("conv1", 64, 3, 2);
  net.Pool(3, 2, Rounding::kUp);
  const int squeezes[] = {16, 16, 32, 32, 48, 48, 64, 64};
  for (int i = 0; i < 8; ++i) {
    const std::string fire = fmt::format("fire{}/", i + 2);
    const int squeeze = net.Conv(fire + "squeeze1x1", squeezes[i], 1);
    const int narrow = net.Conv(fire + "expand1x1", 4 * squeezes[i], 1);
    net.From(squeeze);
    const int wide = net.Conv(fire + "expand3x3", 4 * squeezes[i], 3, 1, 1);
    net.Join(Concatenation{}, {narrow, wide});
    if (i == 1 || i == 3) net.Pool(3, 2, Rounding::kUp);
  }
  net.Conv("conv10", 1000, 1);
  return net.Graph();
}

NetworkGraph YoloV2(const std::string& name, int64_t conv2_kernel) {
  Builder net(name, 608);
  int number = 0;
  const auto conv = [&](int64_t oc, int64_t kernel) {
    return net.Conv(fmt::format("conv{}", ++number), oc, kernel, 1, kernel / 2);
  };
  conv(32, 3);
  net.Pool(2, 2);
  conv(64, conv2_kernel);
  net.Pool(2, 2);
  for (const int64_t oc : {128, 256}) {
    conv(oc, 3);
    conv(oc / 2, 1);
    conv(oc, 3);
    net.Pool(2, 2);
  }
  int fine = 0;
  for (const int64_t oc : {512, 1024}) {
    conv(oc, 3);
    for (int i = 0; i < 2; ++i) {
      conv(oc / 2, 1);
      const int last = conv(oc, 3);
      if (oc == 512) fine = last;
    }
    if (oc == 512) net.Pool(2, 2);
  }
  conv(1024, 3);
  const int coarse = conv(1024, 3);
  net.From(fine);
  const int route = conv(64, 1);
  const int reorganised = net.Join(SpaceToDepth{2}, {route});
  net.Join(Concatenation{}, {reorganised, coarse});
  conv(1024, 3);
  conv(425, 1);
  return net.Graph();
}

struct Stage {
  int64_t width;
  int blocks;
};
constexpr Stage kResNet50[] = {{64, 3}, {128, 4}, {256, 6}, {512, 3}};

// Strides in the 3x3 layers and no projections.
NetworkGraph ResNet50Darknet() {
  Builder net("resnet50_darknet", 256);
  net.Conv("conv1", 64, 7, 2, 3);
  int sum = net.Pool(2, 2);
  for (int stage = 0; stage < 4; ++stage) {
    for (int block = 0; block < kResNet50[stage].blocks; ++block) {
      const std::string name =
          fmt::format("res{}{}_branch2", stage + 2, static_cast<char>('a' + block));
      const int64_t width = kResNet50[stage].width;
      net.Conv(name + "a", width, 1);
      net.Conv(name + "b", width, 3, stage > 0 && block == 0 ? 2 : 1, 1);
      const int end = net.Conv(name + "c", 4 * width, 1);
      sum = net.Join(Shortcut{}, {end, sum});
    }
  }
  net.Pool(8, 8);
  net.Connect("fc1000", 1000);
  return net.Graph();
}

// Strides in the first 1x1 layers, and projections.
NetworkGraph ResNet50Projected() {
  Builder net("resnet50_224", 224);
  net.Conv("conv1", 64, 7, 2, 3);
  int sum = net.Pool(3, 2, Rounding::kUp);
  for (int stage = 0; stage < 4; ++stage) {
    for (int block = 0; block < kResNet50[stage].blocks; ++block) {
      const std::string name =
          fmt::format("res{}{}_branch", stage + 2, static_cast<char>('a' + block));
      const int64_t width = kResNet50[stage].width;
      const int64_t stride = stage > 0 && block == 0 ? 2 : 1;
      const int input = sum;
      if (block == 0) sum = net.Conv(name + "1", 4 * width, 1, stride);
      net.From(input);
      net.Conv(name + "2a", width, 1, stride);
      net.Conv(name + "2b", width, 3, 1, 1);
      const int end = net.Conv(name + "2c", 4 * width, 1);
      sum = net.Join(Addition{}, {end, sum});
    }
  }
  net.Pool(7, 7);
  net.Connect("fc1000", 1000);
  return net.Graph();
}

// A block of MobileNetV2: expanded if `expanded` > 0 channels, depthwise, projected.
int Bottleneck(Builder& net, const std::string& name, int64_t in, int64_t expanded, int64_t out,
               int64_t stride) {
  if (expanded > 0) net.Conv(name + "_expand", expanded, 1);
  const int64_t channels = expanded > 0 ? expanded : in;
  net.Conv(name + "_depthwise", channels, 3, stride, 1, channels);
  return net.Conv(name + "_project", out, 1);
}

NetworkGraph MobileNetV2() {
  Builder net("mobilenetv2", 224);
  net.Conv("Conv1", 32, 3, 2, 1);
  int64_t channels = 16;
  Bottleneck(net, "expanded_conv", 32, 0, channels, 1);
  const int parameters[][3] = {{24, 2, 2}, {32, 3, 2},  {64, 4, 2},
                               {96, 3, 1}, {160, 3, 2}, {320, 1, 1}};
  int number = 0;
  for (const auto& [out, blocks, stride] : parameters) {
    for (int block = 0; block < blocks; ++block) {
      const int input = net.at();
      const int end = Bottleneck(net, fmt::format("block_{}", ++number), channels, 6 * channels,
                                 out, block == 0 ? stride : 1);
      channels = out;
      if (block > 0) net.Join(Addition{}, {end, input});
    }
  }
  net.Conv("Conv_1", 1280, 1);
  net.Pool(7, 7);
  net.Connect("predictions", 1000);
  return net.Graph();
}

}  // namespace

std::vector<NetworkGraph> KnownGraphs() {
  return {Vgg16(),           AlexNet(),           SqueezeNet(227),
          SqueezeNet(224),   YoloV2("yolov2", 3), YoloV2("yolov2_thesis", 1),
          ResNet50Darknet(), ResNet50Projected(), MobileNetV2()};
}

}  // namespace nve::planner
