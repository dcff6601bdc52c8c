// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A call path as deep as a runaway recursion makes it: nothing takes a stack frame, or a walk to the root,
// for each of its levels.

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <pthread.h>

#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "analyze/pipeline.h"
#include "cubex/reader.h"
#include "cubex/writer.h"
#include "query/space.h"
#include "support/json_text.h"
#include "text/show_text.h"
#include "text/summary.h"
#include "trace/text_trace.h"

namespace latecomer::text {
namespace {

constexpr size_t kDepth = 100'000;

/// On a stack that has no room for so many calls.
void run_on_small_stack(std::function<void()> work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t{1} << 20U);
  pthread_t thread{};
  const auto start = [](void* function) -> void* {
    (*static_cast<std::function<void()>*>(function))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, start, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

void analyze_and_show(const trace::Trace& trace) {
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  const std::clock_t begin = std::clock();
  const report::ReportShare share = analyze::analyze(trace, *comm, timings);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  // A walk to the root for each level takes twice as long on any machine.
  if (!kIsSanitized) {
    EXPECT_LT(seconds, 4);
  }
  EXPECT_GE(share.report.call_paths.size(), kDepth);
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "latecomer-deep.cubex";
  const auto written = cubex::write_cubex(share, *comm, file);
  ASSERT_TRUE(written) << written.error().message;
  const Result<report::Report> read = cubex::read_cubex(file);
  std::filesystem::remove(file);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read.value().call_paths.size(), share.report.call_paths.size());
  EXPECT_FALSE(summarize(query::Space(read.value())).empty());
  EXPECT_FALSE(findings::json_text(query::Space(read.value()), report::MetricId()).empty());
  EXPECT_FALSE(metric_tree(query::Space(read.value()), false).empty());
  EXPECT_FALSE(metric_details(query::Space(read.value()), read.value().find_metric("time"), false).empty());
}

TEST(DeepCallPaths, AreAnalyzedWrittenAndShown) {
  std::string text = "rank 0\n";
  for (size_t i = 0; i < kDepth; ++i) text += std::to_string(i) + "t enter f" + std::to_string(i % 2) + "\n";
  for (size_t i = kDepth; i-- > 0;)
    text += std::to_string(2 * kDepth - i) + "t leave f" + std::to_string(i % 2) + "\n";
  const auto trace = trace::parse_text_trace(text, "deep");
  ASSERT_TRUE(trace) << trace.error().message;
  const oneapi::tbb::global_control alone(oneapi::tbb::global_control::max_allowed_parallelism, 1);
  run_on_small_stack([&] { analyze_and_show(*trace.value()); });
}

}  // namespace
}  // namespace latecomer::text
