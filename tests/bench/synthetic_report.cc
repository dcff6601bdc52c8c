// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "synthetic_report.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <string_view>

#include "cubex/archive_file.h"
#include "cubex/shared_file.h"
#include "cubex/tar_writer.h"
#include "cubex/writer.h"

namespace latecomer::bench {

namespace fs = std::filesystem;
using namespace report;

namespace {

Status write(const Report& report, const Rows& rows, const std::string& path) {
  ReportShare share;
  share.report = report;
  share.location_count = report.locations.size();
  share.rows = rows;
  const std::unique_ptr<Comm> comm = serial_comm();
  return cubex::write_cubex(share, *comm, path);
}

Status write_compressed(const Report& report, const std::string& path) {
  Rows rows;
  for (size_t i = 0; i < report.call_paths.size(); ++i)
    rows[{MetricId(0), CallPathId(i)}] = std::make_shared<const Column>(synthetic_row(report, CallPathId(i)));
  return write(report, rows, path);
}

/// The same anchor, and all rows one after the other as they are in memory. Call paths are depth first or
/// their order makes no difference, since every row is as good as another.
Status write_plain(const Report& report, const std::string& path) {
  TRY_STATUS(write(report, {}, path));
  TRY(const cubex::ArchiveFile archive, cubex::ArchiveFile::open(path));
  TRY(const Bytes anchor, archive.read(archive.members().at("anchor.xml")));
  const std::string unfinished = path + ".part";
  fs::copy_file(path, unfinished, fs::copy_options::overwrite_existing);
  cubex::SharedFile file(unfinished);
  cubex::TarWriter tar(file, true);
  tar.add_member("anchor.xml", anchor);
  // Byte order, version, and that every call path has its row.
  tar.add_member("0.index", std::string_view("CUBEX.INDEX\1\0\0\0\0\0\0", 18));
  constexpr std::string_view kHead = "CUBEX.DATA";
  uint64_t next = tar.begin_member(kHead.size());
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    const Column row = synthetic_row(report, CallPathId(i));
    const std::span<const std::byte> bytes = std::as_bytes(row.reals());
    file.write(next, bytes);
    next += bytes.size();
  }
  tar.end_member("0.data", std::as_bytes(std::span(kHead)), next);
  tar.finish();
  TRY_STATUS(file.close());
  fs::rename(unfinished, path);
  return {};
}

}  // namespace

std::string name_of(Shape shape) {
  return shape == Shape::linear ? "linear" : shape == Shape::flat ? "flat" : "binary";
}

Report synthetic_report(Shape shape, size_t call_paths, size_t locations) {
  Report report;
  Metric time;
  time.id = "time";
  time.name = "Time";
  time.unit = "sec";
  time.data_type = "DOUBLE";
  report.metrics = {time};
  report.regions.resize(1);
  report.regions[0].name = "work";
  for (size_t i = 0; i < call_paths; ++i) {
    const size_t parent = shape == Shape::linear ? i - 1 : shape == Shape::flat ? 0 : (i - 1) / 2;
    report.call_paths.push_back({i == 0 ? CallPathId() : CallPathId(parent), RegionId(0)});
  }
  report.system_nodes = {{"machine", "machine", {}}};
  for (size_t i = 0; i < locations; ++i) {
    const int64_t rank = static_cast<int64_t>(i);
    report.location_groups.push_back({fmt::format("MPI Rank {}", i), "process", rank, SystemNodeId(0)});
    report.locations.push_back({"Master thread", "thread", 0, LocationGroupId(i)});
  }
  return report;
}

Column synthetic_row(const Report& report, CallPathId path) {
  Column row(DataType(), report.locations.size());
  uint64_t random = path.index() + 1;
  for (double& each : row.reals()) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    each = static_cast<double>(random >> 40U) * 1e-9;  // up to 16 ms, in nanoseconds
  }
  return row;
}

Result<std::string> synthetic_file(const Report& report, bool compressed) {
  std::string path = fmt::format("{}/report-{}x{}-{}.cubex", LATECOMER_BENCH_DATA, report.call_paths.size(),
                                 report.locations.size(), compressed ? "compressed" : "plain");
  if (fs::exists(path)) return path;
  fs::create_directories(LATECOMER_BENCH_DATA);
  TRY_STATUS(compressed ? write_compressed(report, path) : write_plain(report, path));
  return path;
}

}  // namespace latecomer::bench
