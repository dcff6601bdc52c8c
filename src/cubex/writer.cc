// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file writes a report by many ranks into one file without gathering it anywhere: all of them know which
// rows there are. They go through the rows in the order of the file, a bounded chunk at a time. Of each chunk
// every rank gets some rows whole (its part of the others' rows it sends away), compresses them, and sends
// their sizes to all; so everyone knows where each row belongs, and writes its own there. Rank 0 adds what
// stands between the rows: tar headers, indexes, tables of row sizes. The anchor and what else can be long is
// a text in blocks, of which every rank writes its own (comm/text_blocks.h).

#include "cubex/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "base/parallel.h"
#include "cubex/anchor.h"
#include "cubex/deflate.h"
#include "cubex/row_order.h"
#include "cubex/shared_file.h"
#include "cubex/stored_values.h"
#include "cubex/tar_writer.h"
#include "cubex/temporary_file.h"

namespace latecomer::cubex {

namespace {

using namespace report;

constexpr std::string_view kIndexMagic = "CUBEX.INDEX";
constexpr std::string_view kDataMagic = "ZCUBEX.DATA";
constexpr uint64_t kTableEntry = 3 * sizeof(int64_t);

template <class T>
void append(Bytes& bytes, const T& value) {
  const std::byte* raw = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), raw, raw + sizeof(T));
}

void append(Bytes& bytes, std::string_view text) {
  const std::byte* raw = reinterpret_cast<const std::byte*>(text.data());
  bytes.insert(bytes.end(), raw, raw + text.size());
}

/// Is one row of the file: a metric and a call path that is not zero somewhere on some rank.
struct FileRow {
  MetricId metric;
  CallPathId path;
  int32_t number;  ///< Is the position in the metric's row order.
};

/// Returns which cells, metric x call path, are not zero somewhere, a bit each, the same on every rank.
Bytes nonzero_cells(const ReportShare& share, Comm& comm) {
  const size_t call_paths = share.report.call_paths.size();
  Bytes bits((share.report.metrics.size() * call_paths + 7) / 8, std::byte());
  for (const auto& [key, values] : share.rows) {
    // A minimum of zero is not left out: where nothing is stored it is the minimum of no values.
    if (values->is_zero() && values->type().kind != DataType::Kind::minimum) continue;
    const size_t cell = key.first.index() * call_paths + key.second.index();
    bits[cell / 8] |= std::byte{1} << cell % 8;
  }
  return reduce_tree(comm, std::move(bits), [](Bytes a, Bytes b) {
    std::transform(a.begin(), a.end(), b.begin(), a.begin(), std::bit_or<>());
    return a;
  });
}

/// Returns all rows of the file in its order: metric by metric, each in its own row order.
std::vector<FileRow> rows_of_file(const ReportShare& share, Comm& comm) {
  const Report& report = share.report;
  const Bytes nonzero = nonzero_cells(share, comm);
  const std::vector<CallPathId> inclusive = row_order(report.call_paths, MetricKind::inclusive);
  const std::vector<CallPathId> exclusive = row_order(report.call_paths, MetricKind::exclusive);
  std::vector<FileRow> rows;
  for (size_t m = 0; m < report.metrics.size(); ++m) {
    const bool is_inclusive = report.metrics[m].kind == MetricKind::inclusive;
    const std::vector<CallPathId>& order = is_inclusive ? inclusive : exclusive;
    for (size_t number = 0; number < order.size(); ++number) {
      const size_t cell = m * order.size() + order[number].index();
      if ((nonzero[cell / 8] >> cell % 8 & std::byte{1}) == std::byte{0}) continue;
      rows.push_back({MetricId(m), order[number], static_cast<int32_t>(number)});
    }
  }
  return rows;
}

/// Is a range of consecutive rows, [begin, end).
struct Range {
  size_t begin;
  size_t end;

  size_t size() const { return end - begin; }
  /// Returns what rank r of `ranks` has of the range.
  Range share(int r, int ranks) const {
    return {begin + begin_of_share(size(), r, ranks), begin + begin_of_share(size(), r + 1, ranks)};
  }
};

/// Returns for each row where its values begin if each row had one, in bytes; and where the last one ends.
std::vector<size_t> value_offsets(const Report& report, std::span<const FileRow> rows) {
  std::vector<size_t> offsets = {0};
  for (const FileRow& row : rows) {
    const Metric& metric = report.metrics[row.metric.index()];
    offsets.push_back(offsets.back() + stored_size(data_type_of(metric)));
  }
  return offsets;
}

/// Returns the stored form of this rank's values of some rows.
Bytes own_values(const ReportShare& share, std::span<const FileRow> rows) {
  const std::vector<size_t> offsets = value_offsets(share.report, rows);
  const size_t locations = share.location_count;
  Bytes bytes(offsets.back() * locations);
  parallel_for(rows.size(), [&](size_t i) {
    const size_t size = (offsets[i + 1] - offsets[i]) * locations;
    const std::span<std::byte> row = std::span(bytes).subspan(offsets[i] * locations, size);
    const auto values = share.rows.find({rows[i].metric, rows[i].path});
    if (values == share.rows.end())
      std::ranges::fill(row, std::byte());
    else
      encode_values(*values->second, row);
  });
  return bytes;
}

/// Gives rows over all locations, from the parts of them that each rank sent.
class WholeRows {
 public:
  /// `value_offsets` is what value_offsets() returns.
  WholeRows(std::vector<Bytes> parts, std::vector<size_t> value_offsets)
      : parts_(std::move(parts)), offsets_(std::move(value_offsets)) {}

  size_t count() const { return offsets_.size() - 1; }
  Bytes operator[](size_t i) const {
    Bytes row;
    for (const Bytes& of_rank : parts_)
      row.insert(row.end(), part(of_rank, i).begin(), part(of_rank, i).end());
    return row;
  }
  uint32_t checksum(size_t i) const {
    uint32_t sum = 0;
    for (const Bytes& of_rank : parts_) sum = cubex::checksum(part(of_rank, i), sum);
    return sum;
  }
  bool are_equal(size_t i, size_t k) const {
    return std::all_of(parts_.begin(), parts_.end(),
                       [&](const Bytes& of_rank) { return text(of_rank, i) == text(of_rank, k); });
  }

 private:
  std::span<const std::byte> part(const Bytes& of_rank, size_t i) const {
    const size_t locations = count() == 0 ? 0 : of_rank.size() / offsets_.back();
    return std::span(of_rank).subspan(offsets_[i] * locations, (offsets_[i + 1] - offsets_[i]) * locations);
  }
  std::string_view text(const Bytes& of_rank, size_t i) const {
    return {reinterpret_cast<const char*>(part(of_rank, i).data()), part(of_rank, i).size()};
  }

  std::vector<Bytes> parts_;
  std::vector<size_t> offsets_;
};

/// Holds compressed rows. Many rows are equal, as a metric's to its parent's where only this one of its parts
/// occurs, and so is what they are compressed to.
struct CompressedRows {
  std::vector<Bytes> different;
  std::vector<size_t> of_row;  ///< Has for each row the position in `different`.

  const Bytes& operator[](size_t row) const { return different[of_row[row]]; }
};

CompressedRows compress(const WholeRows& rows) {
  std::vector<uint32_t> checksums(rows.count());
  parallel_for(rows.count(), [&](size_t i) { checksums[i] = rows.checksum(i); });
  CompressedRows result;
  std::vector<size_t> first;  // Is the first one of those that are equal.
  std::unordered_multimap<uint32_t, size_t> by_checksum;
  for (size_t i = 0; i < rows.count(); ++i) {
    const auto [begin, end] = by_checksum.equal_range(checksums[i]);
    const auto known =
        std::find_if(begin, end, [&](const auto& each) { return rows.are_equal(first[each.second], i); });
    result.of_row.push_back(known != end ? known->second : first.size());
    if (known != end) continue;
    by_checksum.emplace(checksums[i], first.size());
    first.push_back(i);
  }
  result.different.resize(first.size());
  parallel_for(first.size(), [&](size_t i) { result.different[i] = compressed(rows[first[i]]); });
  return result;
}

/// Compresses this rank's share of a chunk of rows. All ranks call it together.
CompressedRows compressed_rows(const ReportShare& share, Comm& comm, const std::vector<FileRow>& rows,
                               Range chunk) {
  std::vector<Bytes> outgoing(static_cast<size_t>(comm.size()));
  for (int r = 0; r < comm.size(); ++r) {
    const Range theirs = chunk.share(r, comm.size());
    outgoing[static_cast<size_t>(r)] =
        own_values(share, std::span(rows).subspan(theirs.begin, theirs.size()));
  }
  const Range own = chunk.share(comm.rank(), comm.size());
  return compress({comm.exchange(std::move(outgoing)),
                   value_offsets(share.report, std::span(rows).subspan(own.begin, own.size()))});
}

Bytes index_of(std::span<const FileRow> rows) {
  Bytes index;
  append(index, kIndexMagic);
  append(index, int32_t{1});
  append(index, int16_t{0});
  append(index, int8_t{1});
  append(index, static_cast<int32_t>(rows.size()));
  for (const FileRow& row : rows) append(index, row.number);
  return index;
}

Bytes table_of(std::span<const uint64_t> sizes, uint64_t row_size) {
  Bytes table;
  append(table, kDataMagic);
  append(table, static_cast<int64_t>(sizes.size()));
  uint64_t offset = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    append(table, static_cast<int64_t>(i * row_size));
    append(table, static_cast<int64_t>(offset));
    append(table, static_cast<int64_t>(sizes[i]));
    offset += sizes[i];
  }
  return table;
}

/// Writes the members of all metrics, while rows pass through in the order of the file.
class MetricMembersWriter {
 public:
  MetricMembersWriter(TarWriter& tar, const Report& report, const std::vector<FileRow>& rows)
      : tar_(tar), report_(report), rows_(rows) {}

  /// Returns where the next row goes, which has `size` bytes compressed.
  uint64_t reserve(uint64_t size) {
    if (next_ == metric_end_) begin_metric();
    const uint64_t offset = end_;
    end_ += size;
    sizes_.push_back(size);
    if (++next_ == metric_end_) end_metric();
    return offset;
  }

 private:
  std::span<const FileRow> metric_rows() const {
    return std::span(rows_).subspan(metric_begin_, metric_end_ - metric_begin_);
  }
  std::string member(const char* ending) const {
    const MetricId metric = rows_[metric_begin_].metric;
    const bool is_ghost = report_.metrics[metric.index()].is_ghost;
    return fmt::format("{}{}.{}", is_ghost ? kGhostMembers : "", metric.index(), ending);
  }

  void begin_metric() {
    metric_begin_ = next_;
    while (metric_end_ < rows_.size() && rows_[metric_end_].metric == rows_[next_].metric) ++metric_end_;
    tar_.add_member(member("index"), index_of(metric_rows()));
    end_ = tar_.begin_member(kDataMagic.size() + sizeof(int64_t) + metric_rows().size() * kTableEntry);
  }

  void end_metric() {
    const Metric& metric = report_.metrics[rows_[metric_begin_].metric.index()];
    const size_t row_size = report_.locations.size() * stored_size(data_type_of(metric));
    tar_.end_member(member("data"), table_of(sizes_, row_size), end_);
    sizes_.clear();
  }

  TarWriter& tar_;
  const Report& report_;
  const std::vector<FileRow>& rows_;
  size_t next_ = 0;
  size_t metric_begin_ = 0;
  size_t metric_end_ = 0;
  uint64_t end_ = 0;
  std::vector<uint64_t> sizes_;
};

/// Returns every rank's row sizes, in the order of the rows.
std::vector<uint64_t> all_sizes(Comm& comm, const CompressedRows& mine) {
  std::vector<uint64_t> sizes;
  for (const size_t position : mine.of_row) sizes.push_back(mine.different[position].size());
  std::vector<uint64_t> all;
  for (const Bytes& of_rank : comm.all_gather(to_bytes<uint64_t>(sizes))) {
    const std::vector<uint64_t> theirs = from_bytes<uint64_t>(of_rank);
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  return all;
}

/// Returns how many bytes a value of the metrics takes at most.
size_t largest_value(const Report& report) {
  size_t largest = 1;
  for (const Metric& metric : report.metrics) largest = std::max(largest, stored_size(data_type_of(metric)));
  return largest;
}

void write_rows(const ReportShare& share, Comm& comm, const std::vector<FileRow>& rows, TarWriter& tar,
                SharedFile& file) {
  constexpr size_t kBytesPerRank = size_t{64} << 20;
  const size_t row_size = share.report.locations.size() * largest_value(share.report);
  const size_t rows_per_chunk =
      std::max<size_t>(1, kBytesPerRank / row_size) * static_cast<size_t>(comm.size());
  MetricMembersWriter members(tar, share.report, rows);
  for (size_t begin = 0; begin < rows.size(); begin += rows_per_chunk) {
    const Range chunk{begin, std::min(begin + rows_per_chunk, rows.size())};
    const CompressedRows mine = compressed_rows(share, comm, rows, chunk);
    const Range own = chunk.share(comm.rank(), comm.size());
    const std::vector<uint64_t> sizes = all_sizes(comm, mine);
    for (size_t i = chunk.begin; i < chunk.end; ++i) {
      const uint64_t offset = members.reserve(sizes[i - chunk.begin]);
      if (own.begin <= i && i < own.end) file.write(offset, mine[i - own.begin]);
    }
  }
}

/// Adds further members, but for those that the ranks have together: those in memory, and what the file has
/// that the report was read from. A failure to read one is the report's status.
void add_files(const ReportShare& share, TarWriter& tar) {
  const Report& report = share.report;
  for (const std::string& name : report.file_names()) {
    if (share.files.contains(name)) continue;
    if (const std::shared_ptr<const std::string> content = report.file(name)) tar.add_member(name, *content);
  }
}

Status write_archive(const ReportShare& share, Comm& comm, SharedFile& file) {
  const bool first = comm.rank() == 0;
  TarWriter tar(file, first);
  tar.add_shared_member("anchor.xml", write_anchor(share.report, comm));
  if (first) add_files(share, tar);
  tar.follow_rank_0(comm);
  for (const auto& [name, content] : share.files) tar.add_shared_member(name, content);
  write_rows(share, comm, rows_of_file(share, comm), tar, file);
  tar.finish();
  return checkpoint(comm, file.close());
}

Status check_name(const std::string& member, const std::filesystem::path& path) {
  constexpr size_t kLongest = 100;
  if (!member.empty() && member.size() <= kLongest) return {};
  return Error{fmt::format("{}: cannot have a member '{}': names have 1 to {} bytes", path.string(), member,
                           kLongest)};
}

Status check_report(const ReportShare& share, const std::filesystem::path& path) {
  if (share.report.locations.empty()) {
    return Error{
        fmt::format("{}: is not written: there is no process or thread to report about", path.string())};
  }
  for (const auto& [name, content] : share.report.files) TRY_STATUS(check_name(name, path));
  if (share.report.storage() != nullptr)
    for (const std::string& name : share.report.storage()->files()) TRY_STATUS(check_name(name, path));
  for (const auto& [name, content] : share.files) TRY_STATUS(check_name(name, path));
  return {};
}

/// Returns the name of rank 0's file, which the others have to open.
std::filesystem::path name_for_all(Comm& comm, const std::optional<TemporaryFile>& of_rank_0) {
  const std::string mine = of_rank_0 ? of_rank_0->path().string() : "";
  const Bytes name = comm.broadcast(to_bytes<char>(mine), 0);
  return std::string(reinterpret_cast<const char*>(name.data()), name.size());
}

}  // namespace

Status write_cubex(const ReportShare& share, Comm& comm, const std::filesystem::path& path) {
  std::optional<TemporaryFile> unfinished;  // Is there on rank 0.
  Status ready = check_report(share, path);
  if (ready && comm.rank() == 0) {
    Result<TemporaryFile> created = TemporaryFile::create(path);
    if (created)
      unfinished.emplace(std::move(*created));
    else
      ready = created.error();
  }
  TRY_STATUS(checkpoint(comm, std::move(ready)));
  SharedFile file(name_for_all(comm, unfinished));  // Errors come when all have written.
  TRY_STATUS(write_archive(share, comm, file));
  return checkpoint(comm, unfinished ? unfinished->complete() : Status());
}

}  // namespace latecomer::cubex
