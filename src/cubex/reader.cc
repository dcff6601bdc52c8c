// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/reader.h"

#include <fmt/format.h>

#include <initializer_list>
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

void make_line(std::string& text) {
  text = printable_line(text);
}

void make_lines(std::initializer_list<std::string*> texts) {
  for (std::string* text : texts) make_line(*text);
}

void make_lines(Attributes& attributes) {
  for (auto& [key, value] : attributes) make_line(key), make_line(value);
}

/// Makes a line of every name and fact that was read from a file (`printable_line`), so that none looks like
/// more than it is where it is printed.
void make_printable(Report& report) {
  for (Metric& each : report.metrics) {
    make_lines({&each.id, &each.name, &each.unit, &each.data_type, &each.url, &each.value});
    make_lines(each.attributes);
  }
  for (Region& each : report.regions) {
    make_lines({&each.name, &each.mangled_name, &each.url, &each.paradigm, &each.role, &each.module});
    make_lines(each.attributes);
  }
  for (CallPath& each : report.call_paths) {
    make_line(each.call_file);
    for (Parameter& parameter : each.parameters) make_lines({&parameter.key, &parameter.value});
    make_lines(each.attributes);
  }
  for (SystemNode& each : report.system_nodes) {
    make_lines({&each.name, &each.class_name});
    make_lines(each.attributes);
  }
  for (LocationGroup& each : report.location_groups) {
    make_lines({&each.name, &each.type});
    make_lines(each.attributes);
  }
  for (Location& each : report.locations) {
    make_lines({&each.name, &each.type});
    make_lines(each.attributes);
  }
  for (Topology& each : report.topologies) {
    make_line(each.name);
    for (Topology::Dimension& dimension : each.dimensions) make_line(dimension.name);
  }
  for (std::string& mirror : report.mirrors) make_line(mirror);
  for (std::string& note : report.notes) make_line(note);
  make_lines({&report.metrics_title, &report.call_tree_title, &report.system_title});
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
  TRY(Bytes xml, gunzip_if_needed(std::move(stored), archive.most_memory(), what));
  TRY(Anchor anchor, read_anchor(xml, what));
  xml = Bytes();
  TRY(std::shared_ptr<const StoredReport> rows, StoredReport::open(std::move(archive), anchor));
  Report report = std::move(anchor.report);
  make_printable(report);
  report.read_from(std::move(rows));
  return report;
}

}  // namespace latecomer::cubex
