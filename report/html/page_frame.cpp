// SPDX-License-Identifier: Apache-2.0
// Puts head and body together.
#include "report/html/page_frame.hpp"

#include "report/html/page_style.hpp"

namespace nve {
namespace {

// A browser that obeys it asks for nothing and runs nothing, whatever a result has in it.
constexpr const char* kPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

}  // namespace

std::string FramedPage(const std::string& title, const Html& body) {
  Html html;
  html.Markup("<!DOCTYPE html>\n").Open("html", {{"lang", "en"}}).Open("head");
  html.Void("meta", {{"charset", "utf-8"}});
  html.Void("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", kPolicy}});
  html.Void("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  html.Element("title", title + " \u2013 NVE");
  html.Open("style").Markup(kPageStyle).Close().Close();
  html.Add(body).Close();
  return html.Finished() + '\n';
}

}  // namespace nve
