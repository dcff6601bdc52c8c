// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reports of real analyses with something changed: bytes, numbers, lines, members, values. Whatever comes of
// it, a report or an error, reading and showing it ends, with one clear line where it is refused; sanitizers
// see the rest. LATECOMER_MUTANTS says how many (10,000), LATECOMER_SEED which ones. The mutant that was the
// last one of a run that died is left in the directory for temporary files.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "analyze/pipeline.h"
#include "cubex/archive_file.h"
#include "cubex/reader.h"
#include "cubex/tar_header.h"
#include "cubex/writer.h"
#include "findings/source_files.h"
#include "generate/generate.h"
#include "otf2/archive_reader.h"
#include "query/space.h"
#include "report/unreadable.h"
#include "support/json_text.h"
#include "text/show_text.h"
#include "text/summary.h"
#include "whole_share.h"

namespace latecomer {
namespace {

namespace fs = std::filesystem;
using report::Report;

uint64_t number_from_environment(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

Report analyzed(const generate::Settings& settings, const fs::path& directory) {
  const Result<generate::Generated> made = generate::generate(settings, directory);
  EXPECT_TRUE(made) << made.error().message;
  const std::unique_ptr<Comm> comm = serial_comm();
  const Result<std::unique_ptr<trace::Trace>> trace = otf2::open_archive(directory, *comm);
  EXPECT_TRUE(trace) << trace.error().message;
  Timings timings;
  return report::with_own_values(analyze::analyze(*trace.value(), *comm, timings));
}

/// The report as if it was of a program whose lines are known: each call path has one, every third is a gap.
Report with_lines(Report report) {
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    report::CallPath& path = report.call_paths[i];
    path.call_file = i % 2 == 0 ? "/a/wave.c" : "/a/step.c";
    path.call_line = static_cast<int64_t>(i) + 1;
    report::Region& region = report.regions[path.region.index()];
    region.module = path.call_file;
    region.begin_line = path.call_line;
    region.end_line = path.call_line + 3;
    if (i % 3 == 2) region.role = report::kGapRole;
  }
  return report;
}

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A tar archive of these members, whose headers are in order.
std::string tar_of(const std::map<std::string, std::string>& members) {
  std::string tar;
  for (const auto& [name, content] : members) {
    const auto header = cubex::tar_header(name.substr(0, 100), content.size());
    tar.append(reinterpret_cast<const char*>(header.data()), header.size());
    tar += content;
    tar.resize(tar.size() + cubex::padded(content.size()) - content.size());
  }
  return tar + std::string(2 * cubex::kTarBlock, '\0');
}

/// Changes texts and numbers at places that a fixed generator picks.
class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  size_t below(size_t end) { return end == 0 ? 0 : random_() % end; }

  void damage(std::string& content) {
    switch (below(7)) {
      case 0:
        for (size_t i = below(4) + 1; i > 0 && !content.empty(); --i)
          content[below(content.size())] = static_cast<char>(random_());
        return;
      case 1:
        return content.resize(below(content.size()));
      case 2:
        return content.erase(begin_of_line(content), below(200)), void();
      case 3:
        return content.insert(begin_of_line(content), content.substr(begin_of_line(content), below(2000))),
               void();
      case 4:
        return put_word(content);
      default:
        return put_number(content);
    }
  }

  double number() {
    constexpr double kNumbers[] = {-1,
                                   -0.0,
                                   1e308,
                                   -1e308,
                                   1e-320,
                                   9.3e18,
                                   1.9e19,
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
    return kNumbers[below(std::size(kNumbers))];
  }

 private:
  size_t begin_of_line(const std::string& content) {
    const size_t end = content.rfind('\n', below(content.size()));
    return end == std::string::npos ? 0 : end + 1;
  }

  /// In place of a number in a text.
  void put_number(std::string& content) {
    constexpr const char* kDigits = "0123456789";
    constexpr const char* kNumbers[] = {
        "-1",    "0",     "1",   "65536", "4294967295",           "9223372036854775807",
        "1e308", "1e999", "nan", "-",     "18446744073709551615", "-9223372036854775808"};
    const size_t begin = content.find_first_of(kDigits, below(content.size()));
    if (begin == std::string::npos) return;
    const size_t end = std::min(content.find_first_not_of(kDigits, begin), content.size());
    content.replace(begin, end - begin, kNumbers[below(std::size(kNumbers))]);
  }

  /// In place of an integer of 4 or 8 bytes.
  void put_word(std::string& content) {
    constexpr uint64_t kWords[] = {0, 1, 0x7fffffff, 0xffffffff, 0x100000000, INT64_MAX, UINT64_MAX};
    const size_t size = below(2) == 0 ? 4 : 8;
    if (content.size() < size) return;
    std::memcpy(&content[below(content.size() - size + 1)], &kWords[below(std::size(kWords))], size);
  }

  std::mt19937_64 random_;
};

class ReportMutants : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "latecomer-mutants-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    using generate::Pattern;
    for (const auto& [pattern_of, threads] : {std::pair(Pattern::wavefront, 1U), {Pattern::hybrid, 2U}})
      add({.pattern = pattern_of, .ranks = 4, .threads = threads, .iterations = 2, .functions = 1});
  }
  void TearDown() override {
    if (!HasFailure()) fs::remove_all(directory_);
  }

  void add(const generate::Settings& settings) {
    reports_.push_back(with_lines(analyzed(settings, directory_ / fmt::format("trace{}", reports_.size()))));
    EXPECT_TRUE(cubex::write_cubex(tests::whole_share(reports_.back()), *serial_comm(), file()));
    files_.push_back(content_of(file()));
    const Result<cubex::ArchiveFile> archive = cubex::ArchiveFile::open(file());
    ASSERT_TRUE(archive) << archive.error().message;
    members_.resize(reports_.size());
    for (const auto& [name, member] : archive->members()) {
      const Result<Bytes> content = archive->read(member);
      ASSERT_TRUE(content) << content.error().message;
      members_.back()[name] = {reinterpret_cast<const char*>(content->data()), content->size()};
    }
  }

  fs::path file() const { return directory_ / "mutant.cubex"; }

  void write(const std::string& content) const {
    fs::remove(file());
    std::ofstream(file(), std::ios::binary) << content;
  }

  /// Half of the members that are changed are texts.
  void write_with_other_members(size_t of) {
    std::map<std::string, std::string> members = members_[of];
    std::vector<std::string> names;
    const bool texts = mutator_.below(2) == 0;
    for (const auto& [name, content] : members) {
      if (!texts || !(name.ends_with(".data") || name.ends_with(".index"))) names.push_back(name);
    }
    const std::string& name = names[mutator_.below(names.size())];
    if (mutator_.below(20) == 0) {
      members.erase(name);
    } else {
      for (size_t i = mutator_.below(3) + 1; i > 0; --i) mutator_.damage(members[name]);
    }
    write(tar_of(members));
  }

  void write_with_other_values(size_t of) {
    Report mutant = reports_[of];
    for (size_t i = mutator_.below(20) + 1; i > 0; --i) {
      const report::MetricId metric(mutator_.below(mutant.metrics.size()));
      const report::CallPathId path(mutator_.below(mutant.call_paths.size()));
      std::vector<double> values(mutant.locations.size());
      for (double& value : values) value = mutator_.number();
      mutant.set_row(metric, path, values);
    }
    const auto written = cubex::write_cubex(tests::whole_share(mutant), *serial_comm(), file());
    EXPECT_TRUE(written) << written.error().message;
  }

  void write_mutant() {
    const size_t of = mutator_.below(files_.size());
    const size_t kind = mutator_.below(32);
    if (kind == 0) return write_with_other_values(of);
    if (kind > 4) return write_with_other_members(of);
    std::string content = files_[of];
    mutator_.damage(content);
    write(content);
  }

  /// One of the ways in which a user can look at it.
  std::string show(const Report& report) {
    const bool all = mutator_.below(2) == 0;
    switch (mutator_.below(8)) {
      case 0:
        return text::summarize(query::Space(report));
      case 1:
        return text::metric_tree(query::Space(report), all);
      case 2:
        return text::metric_details(query::Space(report),
                                    report::MetricId(mutator_.below(report.metrics.size())), all);
      case 3:
        return findings::json_text(query::Space(report),
                                   report::MetricId(mutator_.below(report.metrics.size())));
      case 4: {
        const Result<store::CriticalPath> path = store::read_critical_path(report);
        return path ? text::critical_path_text(report, *path, all) : refused(path.error());
      }
      case 5: {
        const Result<std::vector<findings::Instance>> instances = findings::most_severe_waits(report);
        return instances ? text::instances_text(report, *instances, report::MetricId())
                         : refused(instances.error());
      }
      case 6: {
        std::string text = "no lines";
        for (const findings::SourceFile& file : findings::source_files(query::Space(report)))
          text += text::source_listing(query::Space(report), file,
                                       {.path = file.name, .lines = {"one", "two"}}, all);
        return text;
      }
      default: {
        const Result<report::ClockReport> clocks = report::read_clocks(report);
        return clocks ? text::clocks_text(report, *clocks, all) : refused(clocks.error());
      }
    }
  }

  std::string refused(const Error& error) {
    ++refused_;
    EXPECT_EQ(error.message.find('\n'), std::string::npos) << error.message;
    return error.message;
  }

  fs::path directory_;
  std::vector<Report> reports_;
  std::vector<std::string> files_;
  std::vector<std::map<std::string, std::string>> members_;
  Mutator mutator_{number_from_environment("LATECOMER_SEED", 1)};
  size_t refused_ = 0;
};

TEST_F(ReportMutants, AreReadOrRefused) {
  const uint64_t count = number_from_environment("LATECOMER_MUTANTS", 10'000);
  size_t shown = 0;
  for (uint64_t i = 0; i < count && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("mutant {}: {}", i, file().string()));
    write_mutant();
    const auto begin = std::chrono::steady_clock::now();
    const Result<Report> report = cubex::read_cubex(file());
    Status read = report ? Status() : report.error();
    if (report) {
      try {
        EXPECT_FALSE(show(*report).empty());
      } catch (const report::Unreadable& problem) {
        read = Error{problem.what()};
      }
    }
    if (read)
      ++shown;
    else
      EXPECT_TRUE(refused(read.error()).starts_with(file().string() + ": ")) << read.error().message;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  }
  fmt::print("{} mutants, {} of them shown, {} errors\n", count, shown, refused_);
  EXPECT_GT(shown, count / 20);
  EXPECT_GT(refused_, count / 20);
}

}  // namespace
}  // namespace latecomer
