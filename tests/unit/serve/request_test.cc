// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/request.h"

#include <gtest/gtest.h>

#include <string>

#include "unit/serve/example.h"

namespace latecomer::serve {
namespace {

using namespace query;
using namespace report;

Request parsed(const std::string& text) {
  const Result<Request> request = parse_request(example(), text);
  EXPECT_TRUE(request) << text << ": " << request.error().message;
  return request ? *request : Request();
}

std::string error_of(const std::string& text) {
  const Result<Request> request = parse_request(example(), text);
  EXPECT_FALSE(request) << text;
  return request ? "" : request.error().message;
}

TEST(Query, IsDecoded) {
  EXPECT_EQ(parse_query("a=1&b=x%20y&c=%C3%a9&d=p+q&e"),
            (Parameters{{"a", "1"}, {"b", "x y"}, {"c", "\xc3\xa9"}, {"d", "p q"}, {"e", ""}}));
  EXPECT_EQ(parse_query("a=1=2&&b="), (Parameters{{"a", "1=2"}, {"b", ""}}));
  EXPECT_EQ(parse_query(""), Parameters());
}

TEST(Query, TakesForItselfWhatIsNoCode) {
  EXPECT_EQ(parse_query("a=%&b=%4&c=%zz&d=%%41"),
            (Parameters{{"a", "%"}, {"b", "%4"}, {"c", "%zz"}, {"d", "%A"}}));
}

TEST(Positions, AreThereOnce) {
  const auto positions = [](const std::string& text, size_t most) -> std::vector<size_t> {
    const Parameters parameters = {{"p", text}};
    const Result<std::vector<size_t>> found = ParameterReader(parameters).positions("p", 100, most);
    return found ? *found : std::vector<size_t>();
  };
  using Positions = std::vector<size_t>;
  EXPECT_EQ(positions("7,3-5", 4), (Positions{7, 3, 4, 5}));
  EXPECT_EQ(positions("3-5,3-5,3-5,3-5", 3), (Positions{3, 4, 5}));
  EXPECT_EQ(positions("5,3-5,5,4", 3), (Positions{5, 3, 4}));
  for (const char* const wrong : {"3-6", "1,3-5", "1,2,3,4", "0-100", "100", "5-3", "a", ""})
    EXPECT_EQ(positions(wrong, 3), Positions()) << wrong;
}

TEST(Request, HasEverythingIncludedIfNothingElseIsSaid) {
  const Request request = parsed("values?metric=wait");
  EXPECT_EQ(request.kind, Kind::values);
  EXPECT_EQ(request.metric, MetricId(1));
  EXPECT_EQ(request.child_metrics, Below::included);
  EXPECT_FALSE(request.path.valid());
  EXPECT_EQ(request.callees, Below::included);
  EXPECT_EQ(request.where, SystemPart());
  EXPECT_EQ(request.by, By::total);
}

TEST(Request, HasWhatParametersSay) {
  const Request request =
      parsed("top?metric=time&child_metrics=excluded&call_path=5&callees=included&rank=1&by=region&limit=3");
  EXPECT_EQ(request.kind, Kind::top);
  EXPECT_EQ(request.metric, MetricId(0));
  EXPECT_EQ(request.child_metrics, Below::excluded);
  EXPECT_EQ(request.path, CallPathId(5));
  EXPECT_EQ(request.callees, Below::included);
  EXPECT_EQ(request.where, SystemPart(LocationGroupId(1)));
  EXPECT_EQ(request.by, By::region);
  EXPECT_EQ(request.limit, 3U);
  EXPECT_EQ(parsed("values?metric=time&node=2").where, SystemPart(SystemNodeId(2)));
  EXPECT_EQ(parsed("values?metric=time&location=0").where, SystemPart(LocationId(0)));
}

TEST(Request, HasDefaultsOfItsKind) {
  EXPECT_EQ(parsed("statistics?metric=time").by, By::location);
  const Request top = parsed("top?metric=time");
  EXPECT_EQ(top.by, By::call_path);
  EXPECT_EQ(top.callees, Below::excluded);
  EXPECT_EQ(top.limit, 10U);
  const Request search = parsed("search?text=MPI%5f&by=region");
  EXPECT_EQ(search.text, "MPI_");
  EXPECT_EQ(search.by, By::region);
  EXPECT_EQ(parsed("report").kind, Kind::report);
  EXPECT_EQ(parsed("findings?").kind, Kind::findings);
}

TEST(Request, IsRefusedWithWhatItMayBe) {
  EXPECT_EQ(error_of("value?metric=time"),
            "there is no 'value'; there are report, findings, summary, source_files, topologies, values, "
            "statistics, top, search");
  EXPECT_EQ(error_of(""),
            "there is no ''; there are report, findings, summary, source_files, topologies, values, "
            "statistics, top, search");
  EXPECT_EQ(error_of("report?metric=time"), "report has no parameters, but 'metric' is given");
  EXPECT_EQ(error_of("search?text=a&metric=time"),
            "search has no parameter 'metric'; it has text, by, limit");
  EXPECT_EQ(error_of("values?metric=time&metric=time"), "metric is given twice");
  EXPECT_EQ(error_of("values"), "a metric is needed: metric=ID; /api/v1/report lists them");
  EXPECT_EQ(error_of("values?metric=times"),
            "metric=times: there is none of this id; /api/v1/report lists them");
  EXPECT_EQ(error_of("values?metric=share&region=0"), error_of("values?metric=share&by=region"));
  EXPECT_EQ(error_of("values?metric=share&by=region"),
            "region: this metric is calculated from others for a call path or all, not for several");
  EXPECT_EQ(error_of("values?metric=share&child_metrics=excluded"),
            "child_metrics=excluded: values of this metric are no sums, of which a part could be taken");
  EXPECT_EQ(error_of("values?metric=time&callees=exclusive"),
            "callees=exclusive: it can be included, excluded");
  EXPECT_EQ(error_of("statistics?metric=time&by=total"),
            "by=total: it can be call_path, region, location, rank, node");
  EXPECT_EQ(error_of("values?metric=time&rank=0&node=0"),
            "node, rank and location exclude each other: each is a part of the system");
  EXPECT_EQ(error_of("values?metric=longest&child_metrics=excluded"),
            "child_metrics=excluded: values of this metric are no sums, of which a part could be taken");
  EXPECT_EQ(error_of("search?text="), "a text to search for is needed: text=WORD");
}

TEST(Request, HasNumbersWithinLimits) {
  for (const char* wrong : {"6", "-1", "", "0x1", "1.5", " 1", "1 ", "99999999999999999999"})
    EXPECT_EQ(error_of(std::string("values?metric=time&call_path=") + wrong),
              "call_path=" + std::string(wrong) + ": it can be a number from 0 to 5");
  EXPECT_EQ(error_of("top?metric=time&limit=0"), "limit=0: it can be a number from 1 to 1000");
  EXPECT_EQ(error_of("top?metric=time&limit=1001"), "limit=1001: it can be a number from 1 to 1000");
  Report empty;
  empty.metrics.push_back({.id = "time", .data_type = "DOUBLE"});
  const Result<Request> request = parse_request(empty, "values?metric=time&rank=0");
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().message, "rank=0: the report has none");
}

TEST(Request, IsTheSameAfterItWasWritten) {
  const Report report = example();
  for (const char* text :
       {"report", "findings", "summary",
        "values?metric=time&child_metrics=included&callees=included&by=total",
        "values?metric=time&child_metrics=excluded&callees=excluded&by=node&region=1&call_path=3&node=1",
        "top?metric=wait&child_metrics=included&callees=excluded&by=rank&location=2&limit=7",
        "statistics?metric=time&child_metrics=included&callees=included&by=location&rank=1",
        "search?text=a%0A%26%C3%A9&by=call_path&limit=10"}) {
    const Result<Request> request = parse_request(report, text);
    ASSERT_TRUE(request) << text;
    EXPECT_EQ(to_text(report, *request), text);
  }
}

TEST(Request, OfTwoReportsIsOfOneOrOfBoth) {
  const Report first = example();
  Report second = example();
  second.call_paths.resize(3);  // so positions are not the same
  const Reports both(first, &second);
  for (const char* text :
       {"report", "second/report", "compare", "compare?limit=5", "aligned",
        "second/values?metric=time&child_metrics=included&callees=included&by=total&call_path=2",
        "values?metric=time&child_metrics=included&callees=included&by=total&call_path=5"}) {
    const Result<Request> request = parse_request(both, text);
    ASSERT_TRUE(request) << text << ": " << request.error().message;
    EXPECT_EQ(to_text(both, *request), text);
    EXPECT_EQ(request->is_of_second, std::string(text).starts_with("second/"));
  }
  EXPECT_EQ(parse_request(both, "second/values?metric=time&call_path=3").error().message,
            "call_path=3: it can be a number from 0 to 2");
  for (const char* text : {"second/compare", "second/aligned", "second/", "second/second/report", "second"})
    EXPECT_FALSE(parse_request(both, text)) << text;
  for (const char* text : {"compare", "aligned", "second/report"})
    EXPECT_FALSE(parse_request(first, text)) << text << " of one report";
}

TEST(Request, IsWrittenTheSameHoweverItWasAsked) {
  const Report report = example();
  const Result<Request> request = parse_request(report, "values?by=total&metric=ti%6de");
  ASSERT_TRUE(request);
  EXPECT_EQ(to_text(report, *request), "values?metric=time&child_metrics=included&callees=included&by=total");
}

}  // namespace
}  // namespace latecomer::serve
