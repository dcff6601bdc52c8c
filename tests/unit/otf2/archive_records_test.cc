// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/archive_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "archive_fixture.h"

namespace latecomer::otf2 {
namespace {

using trace::FieldType;
using trace::FieldValue;
using trace::LocationId;
using trace::RecordKind;

/// Writes records as text: "Event_Enter locationID=0 region=3".
class Texts : public trace::RecordSink {
 public:
  explicit Texts(const std::vector<RecordKind>& kinds) : kinds_(kinds) {}
  bool take(size_t kind, uint64_t time, std::span<const FieldValue> values) override {
    const RecordKind& record = kinds_.at(kind);
    EXPECT_EQ(values.size(), record.fields.size()) << record.name;
    std::string text = record.name;
    for (size_t i = 0; i < values.size(); ++i) {
      const bool is_text = record.fields[i].type == FieldType::text;
      const std::string value = is_text ? values[i].text : std::to_string(values[i].number);
      text += fmt::format(" {}={}", record.fields[i].name, value);
    }
    texts.push_back(text);
    times.push_back(time);
    return texts.size() < most;
  }

  std::vector<std::string> texts;
  std::vector<uint64_t> times;
  size_t most = SIZE_MAX;

 private:
  const std::vector<RecordKind>& kinds_;
};

class Times : public trace::EventSink {
 public:
  void on_event(const trace::Event& event) override {
    times.push_back(static_cast<uint64_t>(event.time.count));
  }
  std::vector<uint64_t> times;
};

class ArchiveRecordsTest : public ArchiveTest {
 protected:
  void SetUp() override {
    ArchiveTest::SetUp();
    write(*parse(kFourRanks));
    trace_ = open();
    Result<std::unique_ptr<trace::RecordSource>> records = open_records(directory_, trace_->definitions());
    ASSERT_TRUE(records) << records.error().message;
    records_ = std::move(*records);
  }

  Texts texts_of(LocationId location) const {
    Texts texts(records_->kinds());
    EXPECT_EQ(records_->read_events(location, texts).problem, "");
    return texts;
  }

  std::unique_ptr<trace::Trace> trace_;
  std::unique_ptr<trace::RecordSource> records_;
};

/// There is a record for each event, of its time.
TEST_F(ArchiveRecordsTest, Events) {
  for (size_t l = 0; l < trace_->definitions().locations.size(); ++l) {
    const Texts texts = texts_of(LocationId(l));
    std::vector<uint64_t> times;
    for (size_t i = 0; i < texts.texts.size(); ++i)
      if (texts.texts[i].starts_with("Event_")) times.push_back(texts.times[i]);
    Times events;
    trace_->read(LocationId(l), events);
    EXPECT_EQ(times, events.times);
  }
}

/// The attributes of a probe, which is recorded as a parameter, come after it.
TEST_F(ArchiveRecordsTest, FieldsAndAttributes) {
  bool has_attributes = false;
  std::set<std::string> names;
  for (size_t l = 0; l < trace_->definitions().locations.size(); ++l) {
    const std::vector<std::string> texts = texts_of(LocationId(l)).texts;
    for (size_t i = 0; i < texts.size(); ++i) {
      names.insert(texts[i].substr(0, texts[i].find(' ')));
      const bool is_first = texts[i].starts_with("Event_ParameterUnsignedInt ");
      if (is_first && i + 1 < texts.size() && texts[i + 1].starts_with("EventAttribute_"))
        has_attributes = true;
    }
  }
  EXPECT_TRUE(has_attributes);
  EXPECT_TRUE(names.contains("Event_MpiIrecv"));
  EXPECT_TRUE(names.contains("Event_ThreadAcquireLock"));
  EXPECT_TRUE(names.contains("Event_IoOperationBegin"));
  const std::vector<std::string> first = texts_of(LocationId(0)).texts;
  EXPECT_NE(
      std::ranges::find(first, "Event_MpiSend locationID=0 receiver=1 communicator=0 msgTag=3 msgLength=8"),
      first.end());
}

TEST_F(ArchiveRecordsTest, Definitions) {
  Texts texts(records_->kinds());
  ASSERT_TRUE(records_->read_definitions(texts));
  const auto count = [&](std::string_view name) {
    return static_cast<size_t>(
        std::ranges::count_if(texts.texts, [&](const std::string& text) { return text.starts_with(name); }));
  };
  EXPECT_EQ(count("GlobalDef_Location "), trace_->definitions().locations.size());
  EXPECT_EQ(count("GlobalDef_ClockProperties "), 1u);
  EXPECT_GT(count("GlobalDef_Region "), 0u);
  EXPECT_GT(count("GlobalDef_GroupMember "), 0u);
  EXPECT_FALSE(records_->begin_of_run());
}

/// Who wants no more gets no more, and that is no problem.
TEST_F(ArchiveRecordsTest, Enough) {
  Texts events(records_->kinds());
  events.most = 3;
  EXPECT_EQ(records_->read_events(LocationId(0), events).problem, "");
  EXPECT_EQ(events.texts.size(), 3u);
  Texts definitions(records_->kinds());
  definitions.most = 2;
  EXPECT_TRUE(records_->read_definitions(definitions));
  EXPECT_EQ(definitions.texts.size(), 2u);
}

/// Names of kinds are different from each other, and so are those of a kind's fields.
TEST_F(ArchiveRecordsTest, Names) {
  std::set<std::string> names;
  for (const RecordKind& kind : records_->kinds()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    std::set<std::string> fields;
    for (const trace::RecordField& field : kind.fields) EXPECT_TRUE(fields.insert(field.name).second);
  }
}

}  // namespace
}  // namespace latecomer::otf2
