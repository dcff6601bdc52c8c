// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Thousands of damaged archives, the same in each run: every one is analyzed, printed and corrected, or
// refused with one line. Nothing crashes, hangs or throws, and no value of a report is impossible.
// LATECOMER_MUTANTS sets how many, LATECOMER_SEED which; a failure names the seed that makes just this one
// (LATECOMER_MUTANTS=1 LATECOMER_SEED=...).

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <oneapi/tbb/global_control.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/pipeline.h"
#include "analyze/retimed_trace.h"
#include "base/progress.h"
#include "cubex/writer.h"
#include "generate/generate.h"
#include "mutants/forked_batches.h"
#include "mutants/mutate.h"
#include "otf2/archive_reader.h"
#include "otf2/rewrite_archive.h"
#include "support/directories.h"
#include "support/impossible_values.h"
#include "trace/print_trace.h"
#include "trace/text_trace.h"
#include "unit/otf2/written_archive.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace latecomer {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void set_content(const fs::path& path, std::string_view content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

class Times : public trace::EventSink {
 public:
  void on_event(const trace::Event& event) override { times.push_back(event.time); }
  std::vector<Ticks> times;
};

/// One line that is not empty.
std::string check_line(const std::string& line) {
  if (line.empty()) return "an error without a text";
  return line.find('\n') == std::string::npos ? "" : "more than one line: " + line;
}

/// Does everything that latecomer can do with an archive. Returns what was wrong.
std::string use_archive(const fs::path& archive, const fs::path& output, bool with_files) {
  const Result<std::unique_ptr<trace::Trace>> opened = otf2::open_archive(archive.string());
  if (!opened) return check_line(opened.error().message);
  const trace::Trace& trace = **opened;
  for (const std::string& problem : trace::print_text_trace(trace, {}, [](std::string_view) {})) {
    const std::string wrong = check_line(problem);
    if (!wrong.empty()) return wrong;
  }
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  const report::ReportShare share = analyze::analyze(trace, *comm, timings);
  if (std::string impossible = tests::impossible_value(share); !impossible.empty()) return impossible;
  if (!with_files) return "";
  if (const auto written = cubex::write_cubex(share, *comm, output / "report.cubex"); !written)
    return check_line(written.error().message);
  const analyze::RetimedTrace corrected = analyze::correct(trace, {}, *comm, timings);
  const auto new_times = [&](trace::LocationId location) {
    Times times;
    corrected.trace->read(location, times);
    return times.times;
  };
  Progress progress("", 0, false);
  fs::remove_all(output / "corrected");
  const auto rewritten = otf2::rewrite_archive(archive.string(), (output / "corrected").string(),
                                               trace.definitions(), new_times, progress);
  return rewritten ? "" : check_line(rewritten.error().message);
}

class ArchiveMutants : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "latecomer-mutants-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  /// Archives of all kinds: every record of our own, a generated program, and what another recorder wrote.
  void make_archives() {
    const auto text = trace::parse_text_trace(otf2::kFourRanks, "four ranks");
    ASSERT_TRUE(text && otf2::write_archive(**text, directory_ / "written"));
    for (const generate::Pattern pattern : {generate::Pattern::ring, generate::Pattern::hybrid}) {
      generate::Settings settings;
      settings.pattern = pattern;
      settings.ranks = 3;
      settings.threads = pattern == generate::Pattern::hybrid ? 2 : 1;
      settings.iterations = 3;
      settings.functions = 2;
      settings.depth = 2;
      ASSERT_TRUE(generate::generate(settings,
                                     directory_ / (pattern == generate::Pattern::ring ? "ring" : "hybrid")));
    }
    fs::copy(source_path("tests/golden/eztrace_4"), directory_ / "eztrace", fs::copy_options::recursive);
  }

  std::vector<fs::path> archives() const {
    return {directory_ / "written", directory_ / "ring", directory_ / "hybrid", directory_ / "eztrace"};
  }

  fs::path directory_;
};

/// The archives of one process, and their files.
class Mutants {
 public:
  Mutants(const std::vector<fs::path>& archives, fs::path own) : own_(std::move(own)) {
    for (const fs::path& archive : archives) {
      const fs::path copy = own_ / archive.filename();
      fs::create_directories(own_);
      fs::copy(archive, copy, fs::copy_options::recursive);
      for (const fs::directory_entry& entry : fs::recursive_directory_iterator(copy)) {
        if (entry.is_regular_file() && entry.path().extension() != ".tsv")
          files_.push_back({copy, entry.path(), content(entry.path())});
      }
    }
    std::ranges::sort(files_, {}, &File::path);
  }

  std::string try_one(uint64_t seed) {
    Mutator mutator(seed);
    const File& file = files_[mutator.below(files_.size())];
    set_content(file.path, mutator.mutate(file.content));
    std::string wrong = use_archive(file.archive, own_, mutator.below(4) == 0);
    set_content(file.path, file.content);
    if (!wrong.empty()) wrong = file.path.lexically_relative(own_).string() + ": " + wrong;
    return wrong;
  }

 private:
  struct File {
    fs::path archive;
    fs::path path;
    std::string content;
  };
  fs::path own_;
  std::vector<File> files_;
};

TEST_F(ArchiveMutants, AreUsedOrRefusedWithOneLine) {
  // In a process, because threads that generating starts would be missing in those that are forked later.
  const pid_t maker = fork();
  if (maker == 0) {
    make_archives();
    std::_Exit(HasFailure() ? 1 : 0);
  }
  int status = 0;
  waitpid(maker, &status, 0);
  ASSERT_EQ(status, 0);
  const uint64_t count = number_from_environment("LATECOMER_MUTANTS", 10'000);
  const uint64_t seed = number_from_environment("LATECOMER_SEED", 1);
  const auto begin = [&](int process) -> ForkedBatches::Try {
#ifdef __SANITIZE_ADDRESS__
    __lsan_disable();  // libotf2 forgets what it had allocated when it gives up opening a file
#endif
    // libotf2 takes megabytes for each file; the system would hand them out anew, and clear them, each time.
    constexpr int kLargestKept = 32 << 20;
    mallopt(M_MMAP_THRESHOLD, kLargestKept);
    mallopt(M_TRIM_THRESHOLD, 4 * kLargestKept);
    const auto alone = std::make_shared<oneapi::tbb::global_control>(
        oneapi::tbb::global_control::max_allowed_parallelism, 1);
    const fs::path own = directory_ / std::to_string(process);
    fs::remove_all(own);
    const auto mutants = std::make_shared<Mutants>(archives(), own);
    return [alone, mutants](uint64_t number) { return mutants->try_one(number); };
  };
  ForkedBatches::run(seed, count, begin,
                     [](uint64_t number) { return fmt::format("LATECOMER_SEED={}", number); });
}

}  // namespace
}  // namespace latecomer
