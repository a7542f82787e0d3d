// SPDX-License-Identifier: Apache-2.0
// The thesis's tables: see thesis_tables.hpp.
#include "planner/papers/thesis_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/diagnostics/diagnostics.hpp"
#include "base/statistics/rank_correlation.hpp"
#include "planner/mapping/pruned_search.hpp"
#include "planner/shapes/known_networks.hpp"
#include "planner/shapes/network_totals.hpp"
#include "planner/shapes/schedule_cache.hpp"

namespace nve::planner {
namespace {

constexpr double kMillion = 1e6;
constexpr const char* kEqual = "equal";

std::string Rounded(double value, int decimals) { return fmt::format("{:.{}f}", value, decimals); }

// Equal to the last printed digit, or why not.
std::string Agreement(const std::string& ours, const std::string& printed, const char* reason) {
  return ours == printed ? kEqual : reason;
}

// One cell of each network and set-up, rows as the set-ups.
template <typename CellOf>
void AddSetUps(PaperTable& table, const std::string& kind, CellOf cell_of) {
  for (size_t setup = 0; setup < kSetUps.size(); ++setup) {
    std::vector<std::string> row = {fmt::format("{} {}", kSetUps[setup], kind)};
    for (size_t network = 0; network < kThesisNetworks.size(); ++network) {
      row.push_back(cell_of(network, setup));
    }
    table.rows.push_back(row);
  }
}

PaperTable TableOfNetworks(const std::string& id, const std::string& title,
                           const std::string& corner) {
  PaperTable table = {id, title, {corner}, {}, {}};
  for (const ThesisNetwork& network : kThesisNetworks) table.columns.emplace_back(network.title);
  return table;
}

std::vector<NetworkShape> ReadThesisNetworks() {
  std::vector<NetworkShape> networks;
  networks.reserve(kThesisNetworks.size());
  for (const ThesisNetwork& each : kThesisNetworks) networks.push_back(ReadNetwork(each.shapes));
  return networks;
}

size_t PlanIndex(size_t network, size_t setup) { return network * kSetUps.size() + setup; }

// Plans of algorithm 4 in a network, each distinct layer once, and the words of the best.
struct Pruned {
  int64_t plans = 0;
  int64_t words = 0;
};
Pruned PruneNetwork(const NetworkShape& network, const Hardware& hardware) {
  Pruned sum;
  for (const LayerShape& layer : CacheLayers(network).distinct) {
    const auto pruned = SearchPruned(layer, hardware, {});
    NVE_CHECK(pruned, "initial tiles fit the set-ups");
    sum.plans += pruned->result.looked_at;
    sum.words += pruned->result.words.Total() * layer.count;
  }
  return sum;
}

Hardware WithPes(char setup, int64_t length) {
  Hardware hardware = SetUp(setup);
  hardware.pe_len = {length, length};
  return hardware;
}

// The whole space: tiles of every integer in each of the six loops, each distinct layer once.
double LoopProducts(const NetworkShape& network) {
  double sum = 0;
  for (const LayerShape& layer : CacheLayers(network).distinct) {
    sum += static_cast<double>(layer.oc * layer.GroupInputs() * layer.oh * layer.ow * layer.kh *
                               layer.kw);
  }
  return sum;
}

}  // namespace

PaperTable CacheTable() {
  PaperTable table = {"thesis-table-4.1",
                      "Table 4.1: layers after schedule caching",
                      {"network", "layers", "printed", "ours", "saved %", "verdict"},
                      {},
                      {"YOLOv2: its second layer as 1x1, as table 8.1 demands, or as 3x3: 14 both.",
                       "Key: OC, IC, OH, OW, KH, KW, strides, padding, groups."}};
  for (size_t k = 0; k < kThesisNetworks.size(); ++k) {
    const NetworkShape network = ReadNetwork(kThesisNetworks[k].shapes);
    const auto layers = TotalsOf(network).layers;
    const auto left = static_cast<int64_t>(CacheLayers(network).distinct.size());
    const std::string ours = fmt::to_string(left);
    const std::string printed = kPublishedNetworks[k].cached_layers
                                    ? fmt::to_string(*kPublishedNetworks[k].cached_layers)
                                    : fmt::to_string(layers);
    table.rows.push_back(
        {kThesisNetworks[k].title, fmt::to_string(layers), printed, ours,
         Rounded(100 * (1 - static_cast<double>(left) / static_cast<double>(layers)), 1),
         Agreement(ours, printed, "not reproducible")});
  }
  return table;
}

PaperTable NetworkTable() {
  PaperTable table = {
      "thesis-table-8.1",
      "Table 8.1: size and operations of the networks",
      {"network", "MB printed", "MB", "size", "operations printed", "operations", "verdict"},
      {},
      {"MB: weights of 4 bytes, 2^20 bytes. Operations: MACs / 2^30.",
       "SqueezeNet: \"1.0\" is no count of v1.1's MACs, neither at 227 nor at 224.",
       "YOLOv2: with its second layer as 1x1; the network's 3x3 gives 194.328 and "
       "29.308."}};
  for (size_t k = 0; k < kThesisNetworks.size(); ++k) {
    const NetworkTotals totals = TotalsOf(ReadNetwork(kThesisNetworks[k].shapes));
    const PublishedNetwork& printed = kPublishedNetworks[k];
    const std::string size = Rounded(totals.Megabytes(), 3);
    const std::string operations = Rounded(totals.GigaOperations(), 3);
    const std::string printed_size = Rounded(printed.megabytes, 3);
    const std::string printed_operations = Rounded(printed.giga_operations, 3);
    table.rows.push_back({kThesisNetworks[k].title, printed_size, size,
                          Agreement(size, printed_size, "differs"), printed_operations, operations,
                          Agreement(operations, printed_operations, "not reproducible")});
  }
  return table;
}

PaperTable MemoryTable() {
  PaperTable table = {"thesis-table-8.2",
                      "Table 8.2: memories on chip in KB, input / weight / output",
                      {"set-up", "printed", "ours", "verdict"},
                      {},
                      {"Ours: planner/machines/setup_a.json to setup_d.json."}};
  const auto text = [](int64_t input, int64_t weight, int64_t output) {
    return fmt::format("{} / {} / {}", input, weight, output);
  };
  for (size_t k = 0; k < kSetUps.size(); ++k) {
    const Hardware machine = SetUp(kSetUps[k]);
    const auto kilobytes = [&](int64_t words) { return words * machine.word_bytes / 1024; };
    const auto& memory = kPublishedMemories[k];
    const std::string printed = text(memory[0], memory[1], memory[2]);
    const std::string ours = text(kilobytes(machine.InputWords()), kilobytes(machine.WeightWords()),
                                  kilobytes(machine.OutputWords()));
    table.rows.push_back(
        {std::string(1, kSetUps[k]), printed, ours, Agreement(ours, printed, "differs")});
  }
  return table;
}

PaperTable SpeedUpTable(const ThesisPlans& all) {
  PaperTable table = TableOfNetworks("thesis-table-8.4",
                                     "Table 8.4: mean speed-up over the three baselines", "set-up");
  AddSetUps(table, "printed", [](size_t network, size_t setup) {
    return Rounded(kPublishedSpeedUps[setup][network], 3);
  });
  std::vector<double> printed, ours;
  AddSetUps(table, "ours", [&](size_t network, size_t setup) {
    const auto ratios =
        SpeedUps(all.plans[PlanIndex(network, setup)].metric, SetUp(kSetUps[setup]));
    NVE_CHECK(ratios, "the baselines plan all five networks");
    const double mean = ((*ratios)[0] + (*ratios)[1] + (*ratios)[2]) / 3;
    printed.push_back(kPublishedSpeedUps[setup][network]);
    ours.push_back(mean);
    return Rounded(mean, 3);
  });
  const Interval interval = SpearmanInterval(printed, ours);
  table.notes = {
      "Printed: measured on a Jetson TX2 whose kernels and PE array are not given. Not "
      "reproducible.",
      "Ours: seconds by the roofline (equation 6.12, words as they run), plans by metric 6.13.",
      fmt::format("Rank correlation of the 20 pairs (Spearman): {:.2f}, 95 % interval {:.2f} to "
                  "{:.2f}.",
                  Spearman(printed, ours), interval.low, interval.high)};
  return table;
}

PaperTable SearchSpaceTable() {
  PaperTable table =
      TableOfNetworks("thesis-table-8.5", "Table 8.5: plans before and after pruning", "plans");
  const std::vector<NetworkShape> networks = ReadThesisNetworks();
  std::vector<std::string> printed = {"all, millions, printed"};
  std::vector<std::string> ours = {"all, millions, product of the loops"};
  for (size_t k = 0; k < networks.size(); ++k) {
    printed.push_back(Rounded(kPublishedNetworks[k].non_pruned, 3));
    ours.push_back(Rounded(LoopProducts(networks[k]) / kMillion, 3));
  }
  table.rows = {printed, ours};
  AddSetUps(table, "pruned, printed", [](size_t network, size_t setup) {
    return Rounded(kPublishedPrunedPlans[setup][network], 0);
  });
  for (const int64_t length : {8, 16, 32}) {
    AddSetUps(table, fmt::format("pruned, {0} x {0} PEs", length),
              [&](size_t network, size_t setup) {
                return fmt::to_string(
                    PruneNetwork(networks[network], WithPes(kSetUps[setup], length)).plans);
              });
  }
  table.notes = {"Not reproducible: PE array and step of the search are not given.",
                 "The printed counts of all plans are smaller than the layers' own products."};
  return table;
}

PaperTable WordsTable(const std::vector<VolumeRow>& rows, Convention convention) {
  const bool padded = convention == Convention::kPadded;
  PaperTable table = {
      padded ? "thesis-volumes-padded" : "thesis-volumes-stored",
      padded ? "Section 8.3: words moved by the equations, zeros around maps counted"
             : "Section 8.3: words moved by the equations, only words that exist",
      {"network", "optimum", "Zhang", "Ma", "SmartShuttle", "bound", "once", "reduction %"},
      {},
      {"The thesis prints no volume. Whole rows; tiles of every distinct ceil(N/c)."}};
  for (const VolumeRow& row : rows) {
    table.rows.push_back({fmt::format("{} {}", row.network, row.setup), fmt::to_string(row.optimum),
                          fmt::to_string(row.zhang), fmt::to_string(row.ma),
                          fmt::to_string(row.smartshuttle),
                          row.bound ? fmt::to_string(*row.bound) : "-", fmt::to_string(row.once),
                          Rounded(100 * Reduction(row), 2)});
  }
  return table;
}

PaperTable ReductionTable(const ThesisPlans& all) {
  PaperTable table = {"thesis-reduction",
                      "Section 8.3: mean reduction of words over the baselines in percent",
                      {"of", "printed", "padded", "stored", "verdict"},
                      {},
                      {"No volume is printed, and ties of the baselines are open."}};
  const auto mean = [](const std::vector<VolumeRow>& rows, auto of) {
    double sum = 0;
    int count = 0;
    for (const VolumeRow& row : rows) {
      if (!of(row)) continue;
      sum += Reduction(row);
      ++count;
    }
    return Rounded(100 * sum / count, 2);
  };
  const auto add = [&](const std::string& name, const std::string& printed, auto of) {
    const std::string padded = mean(all.padded, of);
    const std::string stored = mean(all.stored, of);
    table.rows.push_back(
        {name, printed, padded, stored,
         printed == "-" ? "not printed" : Agreement(padded, printed, "not reproducible")});
  };
  const PublishedReduction printed;
  const std::array<std::string, 4> setups = {Rounded(printed.setup_a, 2),
                                             Rounded(printed.setup_b, 2), "-", "-"};
  for (size_t k = 0; k < kSetUps.size(); ++k) {
    add(fmt::format("set-up {}", kSetUps[k]), setups[k],
        [&](const VolumeRow& row) { return row.setup == kSetUps[k]; });
  }
  for (const ThesisNetwork& network : kThesisNetworks) {
    const std::string name = network.name;
    add(network.title,
        name == "yolov2"    ? Rounded(printed.yolov2, 2)
        : name == "alexnet" ? Rounded(printed.alexnet, 2)
                            : "-",
        [&](const VolumeRow& row) { return row.network == name; });
  }
  add("all", Rounded(printed.all, 2), [](const VolumeRow&) { return true; });
  return table;
}

PaperTable ExecutedTable(const ThesisPlans& all) {
  PaperTable table = {"executed",
                      "Words that plans move when they run, zeros around maps counted",
                      {"network", "best by equations", "executed", "best executed",
                       "best with kept tiles", "Zhang executed", "once"},
                      {},
                      {"Best by equations: whole rows. The halo between tiles makes it move more.",
                       "Kept tiles: a load of a tile that is still on chip is dropped."}};
  for (const ThesisPlan& each : all.plans) {
    table.rows.push_back({fmt::format("{} {}", each.network.name, each.setup),
                          fmt::to_string(each.equations.words.equations),
                          fmt::to_string(each.equations.words.executed),
                          fmt::to_string(each.executed.words.executed),
                          fmt::to_string(each.kept.words.kept),
                          fmt::to_string(each.equations.words.zhang_executed),
                          fmt::to_string(each.equations.words.once)});
  }
  return table;
}

PaperTable PrunedTable() {
  PaperTable table = TableOfNetworks(
      "thesis-pruned", "Section 6.4: algorithms 1 to 4 as written, MB of 2^20 bytes", "plans");
  const std::vector<NetworkShape> networks = ReadThesisNetworks();
  const auto megabytes = [](int64_t words) {
    return Rounded(static_cast<double>(words) * 4 / (1 << 20), 1);
  };
  SearchOptions options;
  options.measure = Measure::kEquations;
  options.tile_columns = false;
  AddSetUps(table, "optimum", [&](size_t network, size_t setup) {
    return megabytes(
        PlanNetwork(networks[network], SetUp(kSetUps[setup]), options).words.equations);
  });
  for (const int64_t length : {8, 16, 32}) {
    AddSetUps(table, fmt::format("{0} x {0} PEs", length), [&](size_t network, size_t setup) {
      return megabytes(PruneNetwork(networks[network], WithPes(kSetUps[setup], length)).words);
    });
  }
  table.notes = {"The thesis says that pruning keeps the best plan. It does not."};
  return table;
}

PaperTable MapperTable() {
  PaperTable table = {
      "other-mappers",
      "DRAM words of single layers in set-up A beside other mappers",
      {"layer", "equations", "executed, whole rows", "executed", "kept tiles", "Timeloop 3.0.3",
       "ZigZag 3.8.5", "ZigZag, 8 loops"},
      {},
      {"Timeloop: whole rows, divisor tiles, complete search. ZigZag: as shipped, and "
       "with eight loops.",
       "Theirs were measured once and evaluate any loop nest; ours has three flows."}};
  for (const OtherMappers& other : kOtherMappers) {
    const NetworkShape network = ReadNetwork(other.network);
    const auto layer = std::ranges::find(network.layers, other.layer, &LayerShape::name);
    const auto best = [&](Measure measure, bool tile_columns) {
      SearchOptions options;
      options.measure = measure;
      options.tile_columns = tile_columns;
      const auto found = SearchLayer(*layer, SetUp('A'), options);
      NVE_CHECK(found, "set-up A fits the layer");
      return fmt::to_string(found->words.Total());
    };
    table.rows.push_back({fmt::format("{} {}", other.network, other.layer),
                          best(Measure::kEquations, false), best(Measure::kExecuted, false),
                          best(Measure::kExecuted, true), best(Measure::kKept, true),
                          fmt::to_string(other.timeloop), fmt::to_string(other.zigzag_shipped),
                          fmt::to_string(other.zigzag_loops)});
  }
  return table;
}

}  // namespace nve::planner
