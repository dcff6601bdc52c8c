// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/reader.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/printable.h"
#include "cubex/anchor.h"
#include "cubex/archive_file.h"
#include "cubex/stored_report.h"

namespace latecomer::cubex {

namespace {

using namespace report;

/// Makes a line of every name and fact that was read from a file (`printable_line`), so that none looks like
/// more than it is where it is printed.
void make_printable(report::Report& report) {
  const auto make_line = [](std::string& text) { text = printable_line(text); };
  for (report::Metric& metric : report.metrics)
    for (std::string* text : {&metric.id, &metric.name, &metric.unit, &metric.data_type, &metric.url})
      make_line(*text);
  for (report::Region& region : report.regions)
    for (std::string* text :
         {&region.name, &region.mangled_name, &region.url, &region.paradigm, &region.role, &region.module})
      make_line(*text);
  for (report::SystemNode& node : report.system_nodes) make_line(node.name), make_line(node.class_name);
  for (report::LocationGroup& group : report.location_groups) make_line(group.name), make_line(group.type);
  for (report::Location& location : report.locations) make_line(location.name), make_line(location.type);
  for (std::string& note : report.notes) make_line(note);
  std::map<std::string, std::string> attributes;
  for (const auto& [key, value] : report.attributes) attributes[printable_line(key)] = printable_line(value);
  report.attributes = std::move(attributes);
}

}  // namespace

Result<Report> read_cubex(const std::filesystem::path& path) {
  TRY(ArchiveFile archive, ArchiveFile::open(path));
  const auto found = archive.members().find("anchor.xml");
  if (found == archive.members().end())
    return Error{
        fmt::format("{}: has no anchor.xml; it is not a .cubex file, or an incomplete one", path.string())};
  const std::string what = path.string() + ": anchor.xml";
  TRY(Bytes stored, archive.read(found->second));
  TRY(const Bytes xml, gunzip_if_needed(std::move(stored), what));
  TRY(Anchor anchor, read_anchor(xml, what));
  TRY(std::shared_ptr<const StoredReport> rows, StoredReport::open(std::move(archive), anchor));
  Report report = std::move(anchor.report);
  make_printable(report);
  report.read_from(std::move(rows));
  return report;
}

}  // namespace latecomer::cubex
