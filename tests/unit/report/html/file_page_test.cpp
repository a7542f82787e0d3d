// SPDX-License-Identifier: Apache-2.0
// Pages about files of any kind: tables by their schemas.
#include "report/html/file_page.hpp"

#include <gmock/gmock.h>
#include <libxml/parser.h>

#include "report/html/file_tables.hpp"
#include "report/result/file_kinds.hpp"
#include "report/result/result_json.hpp"
#include "report/result/sweep_file.hpp"
#include "report/result/vary_file.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

std::string Tables(const Json& schema, const Json& json) {
  return FileTables({schema, json, 0, 2}).Finished();
}

std::string PageOf(const std::string& kind, const std::vector<Json>& results) {
  std::vector<JsonInFile> files;
  for (const Json& json : results) files.push_back({"a.json", json});
  const std::string page = FilePage(files, SchemaOf(kind), {{"sweep", "<svg/>"}});
  xmlDoc* document =
      xmlReadMemory(page.data(), static_cast<int>(page.size()), "page", nullptr, XML_PARSE_NONET);
  EXPECT_NE(document, nullptr);
  xmlFreeDoc(document);
  return page;
}

SweepFile SomeSweep(const std::string& name) {
  SweepFile sweep;
  sweep.clock_mhz = 100;
  sweep.memories = {{name, {{"model", name}, {"gap", 1.75}}}};
  TransferOfSweep transfer;
  transfer.profile = transfer.memory = name;
  transfer.bytes = 4096;
  transfer.mm2s = RateOfSweep{12.3456789, 1234567.875, 9};
  sweep.transfers = {transfer, transfer};
  return sweep;
}

TEST(FilePage, HasATableOfEveryList) {
  const std::string page = PageOf("sweep", {ResultJson(SomeSweep("bank"))});
  for (const char* text :
       {"<h1>Rates of the DMA by size of its transfers</h1>", "<h2>transfers</h2>",
        "default-src 'none'", "<span data-source=\"0#/tool\">nve-sweep</span>",
        "<td data-source=\"0#/clock_mhz\">100</td>",
        "data-source=\"0#/transfers/1/mm2s/period\">12.35</td>",
        "data-source=\"0#/memories/bank/gap\">1.75</td>",
        "from memory to stream: rate, 10^6 bytes/s", "alt=\"sweep\""}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  EXPECT_THAT(page, Not(HasSubstr("s2mm.period"))) << "no result has it";
}

TEST(FilePage, WhatVariesHoldsNotForAllOfTheFile) {
  SweepFile sweep = SomeSweep("bank");
  sweep.outstanding = 17;
  sweep.transfers[0].values =
      Named<std::string>{{"memory.gap", "1.75"}, {"board.acceptance", "17"}};
  const std::string page = PageOf("sweep", {ResultJson(sweep)});
  EXPECT_THAT(page, Not(HasSubstr("0#/memories/bank/gap\"")));
  EXPECT_THAT(page, Not(HasSubstr("0#/outstanding\"")));
  EXPECT_THAT(page, HasSubstr("0#/memories/bank/model\""));
  EXPECT_THAT(page, HasSubstr("memories.bank.gap</th><td>varied: each row has its own</td>"));
}

TEST(FilePage, NamesWithMarkupAreText) {
  const std::string evil = "<script>alert(1)</script>\"' onload=x &amp; ]]>";
  const Json json = ResultJson(SomeSweep(evil));
  for (const std::vector<Json>& results : {std::vector{json}, std::vector{json, json}}) {
    const std::string page = PageOf("sweep", results);
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)"));
  }
}

TEST(FilePage, ListsInRowsAreTablesOfTheirOwn) {
  VaryResult vary;
  vary.parameters = {"a.b"};
  for (const char* value : {"1", "2"}) vary.rows.push_back({{{"a.b", value}}, {{"L1", 3, 4}}});
  const std::string text = Tables(SchemaOf("vary"), ResultJson(vary));
  EXPECT_THAT(text, HasSubstr("<h2>rows.layers</h2>"));
  EXPECT_THAT(text,
              HasSubstr("<th scope=\"row\">2</th><td data-source=\"0#/rows/1/layers/0/name\">"));
  EXPECT_THAT(text, HasSubstr("<td data-source=\"0#/parameters\">a.b</td>"));
}

TEST(FilePage, LongTablesAreFolded) {
  SweepFile sweep = SomeSweep("bank");
  sweep.transfers.resize(500);
  EXPECT_THAT(Tables(SchemaOf("sweep"), ResultJson(sweep)), Not(HasSubstr("500 rows")));
  sweep.transfers.resize(501);
  EXPECT_THAT(Tables(SchemaOf("sweep"), ResultJson(sweep)),
              HasSubstr("<details><summary>501 rows</summary>"));
}

TEST(FileTables, OfEveryShape) {
  const Json number = {{"type", "integer"}}, text = {{"type", "string"}};
  const auto list = [](const Json& part) { return Json{{"type", "array"}, {"items", part}}; };
  const auto named = [](const Json& part) {
    return Json{{"type", "object"}, {"additionalProperties", part}};
  };
  const auto object = [](const Json& fields) {
    return Json{{"type", "object"}, {"properties", fields}, {"additionalProperties", false}};
  };
  const Json schema = object(
      {{"columns", list(text)},
       {"grid", list(list(text))},
       {"lists", named(list(number))},
       {"grids", named(list(list(number)))},
       {"deep", named(named(object({{"n", number}})))},
       {"null", {{"anyOf", Json::array({number, {{"type", "null"}}})}}},
       {"none",
        {{"type", "array"}, {"items", object({{"n", number}})}, {"description", "rows of it"}}}});
  const Json json = {{"columns", {"x", "y"}},
                     {"grid", {{"a", "b"}, {"c"}}},
                     {"lists", {{"l", {1, 2}}}},
                     {"grids", {{"g", {{1, 2}, {3, 4}}}}},
                     {"deep", {{"p", {{"q", {{"n", 12345}}}}}}},
                     {"null", nullptr},
                     {"none", Json::array()}};
  const std::string shown = Tables(schema, json);
  for (const char* part :
       {"<th scope=\"col\">y</th>", "<th scope=\"row\" data-source=\"0#/grid/1/0\">c</th>",
        "data-source=\"0#/lists/l/1\"", "data-source=\"0#/grids/g/1\">3, 4<",
        "<th scope=\"row\">p / q</th>", "12\u202f345", "data-source=\"0#/null\">none<",
        "<p>Rows of it.</p>", "<p>There is none.</p>"}) {
    EXPECT_THAT(shown, HasSubstr(part));
  }
}

TEST(JsonCell, HasFourDigitsOrMore) {
  for (const auto& [value, text] :
       std::vector<std::pair<double, std::string>>{{0, "0"},
                                                   {-7, "-7"},
                                                   {1234.56, "1\u202f234.6"},
                                                   {12.34567, "12.35"},
                                                   {0.000123456, "0.0001235"},
                                                   {-1.5, "-1.500"},
                                                   {1e-30, "1e-30"},
                                                   {1e300, "1e+300"}}) {
    EXPECT_EQ(JsonCell(value, "0#").text, text);
    EXPECT_TRUE(JsonCell(value, "0#").number);
  }
  EXPECT_EQ(JsonCell(true, "0#").text, "yes");
  EXPECT_EQ(JsonCell({1, "a", 2.5}, "0#").text, "1, a, 2.5");
}

}  // namespace
}  // namespace nve
