// SPDX-License-Identifier: Apache-2.0
// Tables of a read-out.
#include "report/html/read_out_section.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/html/html_table.hpp"

namespace nve {
namespace {

using Place = ResultPlace<ReadOutOfRun>;

constexpr size_t kMostRows = 100;

void AddSummary(const Place& place, HtmlTable& table) {
  const auto add = [&table](const char* name, const HtmlValue& value) {
    if (!value.source.empty()) table.Row({name, value});
  };
  add("pictures", ValueAt(place.At(&ReadOutOfRun::pictures)));
  add("scores equal to the reference", ValueAt(place.At(&ReadOutOfRun::equal)));
  add("best class is right", ValueAt(place.At(&ReadOutOfRun::top1)));
  if (const auto accuracy = place.At(&ReadOutOfRun::accuracy)) {
    add("accuracy", {100 * NumberAt(*accuracy), 2, " %"});
  }
  if (const auto truth = place.At(&ReadOutOfRun::truth)) {
    add("signs", ValueAt(truth->At(&FoundOfRun::signs)));
    add("signs found", ValueAt(truth->At(&FoundOfRun::found)));
    add("false boxes", ValueAt(truth->At(&FoundOfRun::false_boxes)));
    add("look-alikes", ValueAt(truth->At(&FoundOfRun::look_alikes)));
    add("look-alikes rejected", ValueAt(truth->At(&FoundOfRun::rejected)));
  }
  if (const auto first = place.At(&ReadOutOfRun::first_different)) {
    add("first picture that differs", ValueAt(first->At(&FirstDifferentPicture::picture)));
    add("where", ValueAt(first->At(&FirstDifferentPicture::text)));
  }
}

// What is left out of a long list.
Html More(size_t count, const char* what) {
  if (count <= kMostRows) return {};
  return Words(fmt::format("The first {} of {} {}.", kMostRows, count, what));
}

Html Boxes(const Place& place, const std::string& id) {
  const auto boxes = place.At(&ReadOutOfRun::boxes);
  if (!boxes) return {};
  if ((*boxes)->empty()) return Words("No window reached the threshold.");
  HtmlTable table(id, "Boxes, in pixels of the picture",
                  {"class", "score", "x", "y", "width", "height", "picture"});
  const auto items = boxes->Items();
  for (size_t i = 0; i < std::min(items.size(), kMostRows); ++i) {
    table.Row({ValueAt(items[i].At(&BoxOfPicture::name)),
               ValueAt(items[i].At(&BoxOfPicture::score)), ValueAt(items[i].At(&BoxOfPicture::x)),
               ValueAt(items[i].At(&BoxOfPicture::y)), ValueAt(items[i].At(&BoxOfPicture::width)),
               ValueAt(items[i].At(&BoxOfPicture::height)),
               ValueAt(items[i].At(&BoxOfPicture::picture))});
  }
  return table.Part().Add(More(items.size(), "boxes"));
}

Html Confusion(const Place& place, const std::string& id) {
  const auto confusion = place.At(&ReadOutOfRun::confusion);
  if (!confusion) return {};
  const std::vector<std::string>& classes = (*confusion)->classes;
  std::vector<std::string> titles = {"right class"};
  titles.insert(titles.end(), classes.begin(), classes.end());
  HtmlTable table(id, "Confusion matrix: pictures of each class by the class found", titles);
  const auto names = confusion->At(&ConfusionOfRun::classes).Items();
  const auto rows = confusion->At(&ConfusionOfRun::pictures).Items();
  for (size_t i = 0; i < std::min(names.size(), rows.size()); ++i) {
    std::vector<HtmlValue> cells = {ValueAt(names[i])};
    for (const auto& count : rows[i].Items()) cells.push_back(ValueAt(count));
    cells.resize(titles.size(), HtmlValue(std::nullopt, 0));
    table.Row(std::move(cells));
  }
  return table.Part();
}

using Classes = ResultPlace<ClassesOfPicture>;

bool IsWrong(const ClassesOfPicture& picture) {
  return picture.truth && !picture.best.empty() && picture.best.front().name != *picture.truth;
}

Html ClassTable(const std::vector<Classes>& pictures, const std::string& id, const char* caption) {
  HtmlTable table(id, caption, {"picture", "class", "score", "right class"});
  for (size_t i = 0; i < std::min(pictures.size(), kMostRows); ++i) {
    const auto best = pictures[i].At(&ClassesOfPicture::best).Items();
    if (best.empty()) continue;
    table.Row({ValueAt(pictures[i].At(&ClassesOfPicture::picture)),
               ValueAt(best.front().At(&ScoreOfClass::name)),
               ValueAt(best.front().At(&ScoreOfClass::score)),
               ValueAt(pictures[i].At(&ClassesOfPicture::truth))});
  }
  Html html;
  if (!table.Empty()) html.Add(table.Part()).Add(More(pictures.size(), "pictures"));
  return html;
}

Html ClassTables(const Place& place, const RunView& view) {
  const auto classes = place.At(&ReadOutOfRun::classes);
  if (!classes) return {};
  const std::vector<Classes> all = classes->Items();
  std::vector<Classes> wrong;
  std::ranges::copy_if(all, std::back_inserter(wrong),
                       [](const Classes& picture) { return IsWrong(*picture); });
  Html html;
  html.Add(ClassTable(wrong, view.Id("wrong"), "Pictures that were taken for another class"));
  if (wrong.size() == all.size()) return html;
  return html.Add(Details("By picture", ClassTable(all, view.Id("classes"), "Best classes")));
}

}  // namespace

Html ReadOutSection(const RunView& view) {
  const auto place = view.Place().At(&RunResult::read_out);
  if (!place) return {};
  Html body;
  body.Open("p").Text("Model ").Value(ValueAt(place->At(&ReadOutOfRun::model))).Text(", kind ");
  body.Value(ValueAt(place->At(&ReadOutOfRun::kind))).Text(".").Close();
  HtmlTable summary(view.Id("read-out"), "What is right", {"what", "value"});
  AddSummary(*place, summary);
  body.Add(summary.Part()).Add(Boxes(*place, view.Id("boxes")));
  body.Add(Confusion(*place, view.Id("confusion"))).Add(ClassTables(*place, view));
  return view.Section("What the network says", body);
}

}  // namespace nve
