// Printed figures: see published.hpp.
#include "planner/mapping/published.hpp"

namespace nve::planner {

const std::array<PublishedNetwork, kPublishedNetworks>& PublishedNetworks() {
  static const std::array<PublishedNetwork, kPublishedNetworks> networks = {{
      {"vgg16", "VGG16", 527.741, 14.408, 16, 12, 3541.530},
      {"resnet50_darknet", "ResNet50", 86.723, 4.536, 50, 21, 298.074},
      {"alexnet", "AlexNet", 237.914, 1.057, 8, std::nullopt, 645.980},
      {"squeezenet_227", "SqueezeNet", 4.698, 1.0, 26, 18, 49.388},
      {"yolov2_thesis", "YOLOv2", 194.265, 27.898, 23, 15, 4104.669},
  }};
  return networks;
}

const SetUpTable& PublishedSpeedUps() {
  static const SetUpTable table = {{{3.435, 4.023, 1.536, 9.450, 23.068},
                                    {1.767, 2.608, 1.213, 2.630, 7.929},
                                    {2.569, 3.770, 1.304, 9.106, 17.083},
                                    {2.458, 3.632, 1.257, 8.982, 14.573}}};
  return table;
}

const SetUpTable& PublishedPrunedPlans() {
  static const SetUpTable table = {{{27552, 41040, 5310, 4596, 89937},
                                    {25536, 21984, 405, 1530, 83409},
                                    {25536, 23232, 645, 4596, 89937},
                                    {23184, 12864, 645, 4530, 80133}}};
  return table;
}

const std::array<Verdict, 8>& ThesisVerdicts() {
  static const std::array<Verdict, 8> verdicts = {{
      {"size and operations of five networks", "table 8.1", true,
       "nine of ten figures; the tenth, SqueezeNet's operations \"1.0\", is 0.361 at 227 x 227"},
      {"schedule cache: 16 to 12, 50 to 21, 26 to 18 layers", "table 4.1", true, ""},
      {"schedule cache: YOLOv2 23 to 15 layers", "table 4.1", false,
       "14 shapes differ if the second convolution is 1x1, as table 8.1 demands"},
      {"offsets and sizes of the printed plan", "figure 7.1", true, ""},
      {"the pruning keeps the best plan", "section 6.4", false,
       "algorithms 1 to 4 move 0 to 47 % more words; the printed plan moves 14.6 % more"},
      {"volume reduced by 21.14 % on average", "section 8.3", false,
       "no volume is printed, and the baselines' ties are open: 19.28 % padded, 18.48 % stored"},
      {"plans before and after pruning", "table 8.5", false,
       "PE array and step are not given; the unpruned counts are below the layers' own products"},
      {"speed-ups of 1.2 to 23", "table 8.4", false,
       "measured on another machine whose kernels are not given"},
  }};
  return verdicts;
}

}  // namespace nve::planner
