// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "kernel/ctf_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "kernel/event_decoder.h"
#include "node_text.h"
#include "support/directories.h"
#include "written_ctf.h"

// libbabeltrace2's parser loses some bytes where a description is damaged. The address sanitizer asks here
// for its options.
extern "C" const char* __asan_default_options();  // NOLINT: the name is the sanitizer's
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}

namespace latecomer::kernel {
namespace {

namespace fs = std::filesystem;

class CtfReaderTest : public testing::Test {
 protected:
  CtfReaderTest()
      : directory_(
            build_path(std::string("ctf_") + testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  ~CtfReaderTest() override { fs::remove_all(directory_); }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((directory_ / file).parent_path());
    write_text(directory_ / file, text);
  }

  NodeTrace read(WantedThreads wanted = {}) const {
    Result<NodeTrace> node = read_ctf(directory_.string(), std::move(wanted));
    EXPECT_TRUE(node) << (node ? "" : node.error().message);
    return node ? std::move(node).value() : NodeTrace();
  }

  /// Returns the error without what names the directory.
  std::string error() const {
    const Result<NodeTrace> node = read_ctf(directory_.string());
    if (node) return "no error";
    std::string message = node.error().message;
    EXPECT_TRUE(message.starts_with(directory_.string())) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.substr(directory_.string().size());
  }

  fs::path directory_;
};

/// Core 0 runs 1 until 1,000, when it begins to sleep; a timer of core 1 wakes it at 3,000.
const std::string kSleepOnCore0 = lttng_switch(500, 0, 0, 1) + lttng_switch(1000, 1, 1, 0) +
                                  lttng_switch(3400, 0, 0, 1) + lttng_switch(5000, 1, 0, 0);
const std::string kTimerOnCore1 = lttng_timer_begin(2900) + lttng_waking(3000, 1, 0) + lttng_timer_end(3100);
TEST_F(CtfReaderTest, LttngsStreamsAreOneTrace) {
  write("metadata", lttng_description());
  write("channel0_0", stream_of({{.core = 0, .begin = 400, .end = 5100, .events = kSleepOnCore0}}));
  write("channel0_1", stream_of({{.core = 1, .begin = 400, .end = 5100, .events = kTimerOnCore1}}));
  const NodeTrace node = read();
  EXPECT_EQ(thread_text(node, 1),
            "known 500-5000\nblocked 1000-3000 timer, ready 3000-3400: 3000-3400 idle\n");
  EXPECT_EQ(node.tasks[node.threads[0].task.index()].name, "thread 1");
  EXPECT_EQ(node.host, "node7");
  EXPECT_EQ(node.boot_id, "01234567-89ab-cdef-0123-456789abcdef");
  EXPECT_EQ(node.clock, "monotonic");
  EXPECT_TRUE(node.is_monotonic);
  EXPECT_EQ(node.begin, Ticks(500));
  EXPECT_EQ(node.end, Ticks(5000));
  EXPECT_EQ(node.lost_events, 0U);
  EXPECT_EQ(node.contradictions, 0U);
  EXPECT_TRUE(node.recorded.waking);
  EXPECT_TRUE(node.recorded.timers);
  EXPECT_FALSE(node.recorded.calls);
}

TEST_F(CtfReaderTest, TheKernelsTraceIsTakenOfASession) {
  write("kernel/metadata", lttng_description());
  write("kernel/channel0_0", stream_of({{.core = 0, .begin = 400, .end = 5100, .events = kSleepOnCore0}}));
  write("ust/uid/1000/metadata", lttng_description());
  EXPECT_EQ(read().end, Ticks(5000));
}

TEST_F(CtfReaderTest, OneOfSeveralTracesHasToBeNamed) {
  write("first/metadata", lttng_description());
  write("second/metadata", lttng_description());
  EXPECT_EQ(error(), ": several CTF traces; name the one of the kernel of a node");
}

TEST_F(CtfReaderTest, ProcessesAreThoseOfTheStateAtTheBegin) {
  write("metadata", lttng_description());
  write("channel0_0",
        stream_of({{.begin = 400, .end = 5100, .events = lttng_process(450, 1, 77) + kSleepOnCore0}}));
  const NodeTrace node = read();
  EXPECT_EQ(node.tasks[node.threads[0].task.index()].process_id, 77U);
}

TEST_F(CtfReaderTest, OnlyThreadsThatAreAskedForAreKept) {
  write("metadata", lttng_description());
  write("channel0_0",
        stream_of({{.begin = 400, .end = 5100, .events = kSleepOnCore0 + lttng_switch(5050, 0, 0, 2)}}));
  EXPECT_EQ(read().threads.size(), 2U);
  const NodeTrace node = read(std::set<uint32_t>{2});
  ASSERT_EQ(node.threads.size(), 1U);
  EXPECT_EQ(node.tasks[node.threads[0].task.index()].thread_id, 2U);
}

TEST_F(CtfReaderTest, PerfsEventsSayTheirContextAndThread) {
  // 101 sleeps from 1,000 to 3,000, when 201 is interrupted (0x08); and from 4,000 to 6,000, when 201 wakes
  // it.
  write("metadata", perf_description());
  write("perf_stream_0",
        stream_of({{.core = 0,
                    .begin = 400,
                    .end = 9000,
                    .events = perf_switch(500, 0, 0, 101) + perf_switch(1000, 101, 1, 201) +
                              perf_waking(3000, 201, 0x09, 101) + perf_switch(3400, 201, 256, 101) +
                              perf_switch(4000, 101, 1, 201) + perf_waking(6000, 201, 0x01, 101) +
                              perf_switch(6100, 201, 0, 101) + perf_switch(8000, 101, 16, 201)}}));
  const NodeTrace node = read();
  EXPECT_EQ(thread_text(node, 101),
            "known 500-8000\n"
            "blocked 1000-3000 timer, ready 3000-3400: 3000-3400 201\n"
            "blocked 4000-6000 thread 201, ready 6000-6100: 6000-6100 201\n");
  // 201 is preempted at 3,400, and has no core from 6,100 to the end.
  EXPECT_EQ(thread_text(node, 201),
            "known 1000-8000\npreempted 3400-4000: 3400-4000 thread 101\n"
            "preempted 6100-8000: 6100-8000 thread 101\n");
  EXPECT_EQ(node.tasks[node.threads[0].task.index()].process_id, 100U);
  EXPECT_EQ(node.host, "node8");
  EXPECT_EQ(node.boot_id, "");
  EXPECT_FALSE(node.is_monotonic);
}

TEST_F(CtfReaderTest, LostEventsEndWhatIsKnown) {
  // Between the packets of core 1, from 2,000 to its second packet's end, 7 events were lost.
  write("metadata", lttng_description());
  write("channel0_0", stream_of({{.core = 0, .begin = 400, .end = 5100, .events = kSleepOnCore0}}));
  write("channel0_1",
        stream_of({{.core = 1, .begin = 400, .end = 2000},
                   {.core = 1, .begin = 2500, .end = 4000, .discarded = 7, .events = kTimerOnCore1}}));
  const NodeTrace node = read();
  EXPECT_EQ(thread_text(node, 1), "known 500-1000\nknown 3400-5000\n");
  EXPECT_EQ(node.lost_events, 7U);
}

TEST_F(CtfReaderTest, TimesThatRunBackwardsAreThoseOfTheEventBefore) {
  write("metadata", lttng_description());
  write("channel0_0", stream_of({{.begin = 400,
                                  .end = 5100,
                                  .events = lttng_switch(500, 0, 0, 1) + lttng_switch(1000, 1, 0, 2) +
                                            lttng_switch(990, 2, 0, 1) + lttng_switch(3000, 1, 0, 0)}}));
  EXPECT_EQ(thread_text(read(), 1), "known 500-3000\n");
}

TEST_F(CtfReaderTest, CoresWithoutEventsAreNoted) {
  write("metadata", lttng_description());
  write("channel0_0",
        stream_of({{.begin = 400, .end = 5100, .events = kSleepOnCore0 + lttng_waking(5050, 1, 3)}}));
  EXPECT_EQ(read().silent_cores, std::vector<uint32_t>{3});
}

TEST_F(CtfReaderTest, UnusableTracesAreOneLine) {
  EXPECT_EQ(read_ctf((directory_ / "none").string()).error().message,
            (directory_ / "none").string() + ": no such directory");
  EXPECT_EQ(error(),
            ": no CTF trace, which has a file metadata; perf data convert --to-ctf makes one of what perf "
            "has recorded");
  write("metadata", "/* CTF 1.8 */ trace {");
  EXPECT_TRUE(error().starts_with(": not usable as a CTF trace: ")) << error();
  write("metadata", lttng_description());
  EXPECT_EQ(error(), ": the CTF trace has no streams of events");
  write("channel0_1", stream_of({{.core = 1, .begin = 400, .end = 5100, .events = kTimerOnCore1}}));
  EXPECT_EQ(error(),
            ": has no events of the scheduler (sched_switch); record all cores with perf record -a -k "
            "CLOCK_MONOTONIC -e 'sched:*,irq:*,block:*', or with LTTng");
  const std::string stream = stream_of({{.core = 0, .begin = 400, .end = 5100, .events = kSleepOnCore0}});
  write("channel0_0", stream.substr(0, stream.size() - 10));
  EXPECT_TRUE(error().starts_with(": not usable as a CTF trace: ")) << error();
}

/// Returns in which kind of events one with this name is.
std::optional<EventKind> kind_of(std::string_view name) {
  const std::optional<EventMeaning> meaning = meaning_of(name);
  return meaning ? std::optional(meaning->kind) : std::nullopt;
}

TEST(EventMeaningTest, LttngAndPerfHaveNamesOfTheirOwn) {
  EXPECT_EQ(kind_of("sched_switch"), EventKind::core_switch);
  EXPECT_EQ(kind_of("sched:sched_switch"), EventKind::core_switch);
  for (const char* name : {"softirq_entry", "irq_softirq_entry", "irq:softirq_entry", "hrtimer_expire_entry",
                           "timer_hrtimer_expire_entry", "timer:hrtimer_expire_entry",
                           "irq_vectors:local_timer_entry", "x86_irq_vectors_local_timer_entry"})
    EXPECT_EQ(kind_of(name), EventKind::interrupt_begin) << name;
  EXPECT_EQ(meaning_of("irq_vectors:local_timer_entry")->source, EndedBy::timer);
  for (const char* name : {"exceptions:page_fault_user", "x86_exceptions_page_fault_user"})
    EXPECT_EQ(kind_of(name), EventKind::page_fault) << name;
  for (const char* name : {"sched:sched_stat_runtime", "lttng_ust_libc:malloc", "workqueue_queue_work", ""})
    EXPECT_EQ(kind_of(name), std::nullopt) << name;
}

TEST(EventMeaningTest, CallsAreNamedInManyWays) {
  for (const char* name : {"syscall_entry_futex", "compat_syscall_entry_futex", "sys_futex",
                           "compat_sys_futex", "syscalls:sys_enter_futex"}) {
    EXPECT_EQ(kind_of(name), EventKind::call_begin) << name;
    EXPECT_TRUE(meaning_of(name)->is_futex) << name;
  }
  // LTTng called the begin of the call exit so, and perf calls the end of any call so.
  EXPECT_EQ(kind_of("sys_exit"), EventKind::call_begin);
  EXPECT_EQ(kind_of("raw_syscalls:sys_exit"), EventKind::call_end);
  EXPECT_TRUE(meaning_of("raw_syscalls:sys_enter")->has_call_number);
  for (const char* name :
       {"exit_syscall", "syscall_exit_futex", "compat_syscall_exit_futex", "syscalls:sys_exit_futex"})
    EXPECT_EQ(kind_of(name), EventKind::call_end) << name;
}

}  // namespace
}  // namespace latecomer::kernel
