// SPDX-License-Identifier: Apache-2.0
// Printed figures of the e-PlaNNer thesis: see thesis_published.hpp.
#include "planner/papers/thesis_published.hpp"

namespace nve::planner {

const std::array<PublishedNetwork, kThesisNetworks.size()> kPublishedNetworks = {{
    {527.741, 14.408, 16, 12, 3541.530},
    {86.723, 4.536, 50, 21, 298.074},
    {237.914, 1.057, 8, std::nullopt, 645.980},
    {4.698, 1.0, 26, 18, 49.388},
    {194.265, 27.898, 23, 15, 4104.669},
}};

const std::array<std::array<int, 3>, 4> kPublishedMemories = {
    {{256, 128, 256}, {512, 256, 512}, {256, 256, 256}, {256, 512, 256}}};

const SetUpTable kPublishedSpeedUps = {{{3.435, 4.023, 1.536, 9.450, 23.068},
                                        {1.767, 2.608, 1.213, 2.630, 7.929},
                                        {2.569, 3.770, 1.304, 9.106, 17.083},
                                        {2.458, 3.632, 1.257, 8.982, 14.573}}};

const SetUpTable kPublishedPrunedPlans = {{{27552, 41040, 5310, 4596, 89937},
                                           {25536, 21984, 405, 1530, 83409},
                                           {25536, 23232, 645, 4596, 89937},
                                           {23184, 12864, 645, 4530, 80133}}};

const std::array<OtherMappers, 6> kOtherMappers = {{
    {"vgg16", "conv1_2", 9785856, 19447808, 10135552},
    {"vgg16", "conv2_2", 7755776, 16461824, 8185856},
    {"vgg16", "conv3_2", 6963200, 15171584, 9732096},
    {"vgg16", "conv4_2", 6447104, 10133504, 8421376},
    {"vgg16", "conv5_1", 2721792, 4556800, 2983936},
    {"alexnet", "conv2", 1170048, 2145888, 2145888},
}};

const std::vector<Verdict>& ThesisVerdicts() {
  static const std::vector<Verdict> verdicts = {
      {"size and operations of five networks", "table 8.1", true,
       "nine of ten figures; the tenth, SqueezeNet's operations \"1.0\", is 0.361 at 227 x 227"},
      {"schedule cache: 16 to 12, 50 to 21, 26 to 18 layers", "table 4.1", true,
       "distinct shapes, strides and padding"},
      {"schedule cache: YOLOv2 23 to 15 layers", "table 4.1", false,
       "14 shapes differ if the second convolution is 1x1, as table 8.1 demands; 14 if it is 3x3"},
      {"offsets and sizes of the printed plan", "figure 7.1", true, "each reproduced"},
      {"the pruning keeps the best plan", "section 6.4", false,
       "algorithms 1 to 4 move 0 to 47 % more words; the printed plan moves 14.6 % more"},
      {"the search space must be pruned", "section 5", false,
       "five networks in four set-ups have 237 660 plans that can win: 0.01 s"},
      {"the equations choose plans that move few words", "section 6.1", false,
       "they leave out the halo: in set-up C their plan of VGG-16 moves 4.5 % more than Zhang's"},
      {"21.14 % fewer words on average", "section 8.3", false,
       "no volume is printed, and ties of the baselines are open: 19.28 % padded, 18.48 % stored"},
      {"plans before and after pruning", "table 8.5", false,
       "PE array and step are not given; unpruned counts are below the layers' own products"},
      {"speed-ups of 1.2 to 23", "table 8.4", false,
       "measured on another machine whose kernels are not given; ranks are compared instead"},
  };
  return verdicts;
}

}  // namespace nve::planner
