// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// That nothing is lost of what a report can say when it is written and read, and how the anchors of other
// producers are read.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "cubex/anchor.h"
#include "cubex/reader.h"
#include "cubex/writer.h"
#include "example.h"
#include "whole_share.h"

namespace latecomer::cubex {
namespace {

using namespace report;

Metric derived_metric() {
  Metric metric;
  metric.id = "share";
  metric.parent = MetricId(4);
  metric.name = "Share";
  metric.unit = "%";
  metric.data_type = "DOUBLE";
  metric.description = "two\nlines & more";
  metric.url = "@mirror@share.html";
  metric.kind = MetricKind::prederived_exclusive;
  metric.expression = "${a} < 1 && metric::time() > 2";
  metric.initialization = "{ ${a} = \"text\"; }";
  metric.aggregation_plus = "max(arg1, arg2)";
  metric.aggregation_minus = "arg1 - arg2";
  metric.aggregation = "min(arg1, arg2)";
  metric.value = "VOID";
  metric.is_ghost = true;
  metric.is_convertible = false;
  metric.is_cacheable = false;
  metric.is_rowwise = false;
  metric.attributes = {{"z", "1"}, {"a", "<&\"'>"}};
  return metric;
}

/// The example with all that it can say besides. Metrics, nodes and groups are in the order of a walk, which
/// is what a file keeps.
Report full_report() {
  Report report = example_report();
  for (Region& region : report.regions) region.mangled_name = region.name;
  report.metrics.push_back(derived_metric());
  report.metrics.push_back(derived_metric());
  report.metrics.back().id = "later";
  report.metrics.back().parent = MetricId();
  report.metrics.back().kind = MetricKind::postderived;
  report.regions[1].attributes = {{"key", "value"}};
  report.regions[1].url = "@mirror@map.html";
  report.regions[1].description = "An operator.";
  report.regions[1].role = "function";
  report.call_paths[1].parameters = {
      {"iteration", "12345678.25", true}, {"file & \"name\"", "<a>", false}, {"n", "3", true}};
  report.call_paths[1].attributes = {{"q", "2"}, {"p", "1"}};
  report.call_paths[2].call_file = "wave.c";
  report.call_paths[2].call_line = 17;
  report.call_paths[5].call_line = 3;
  report.system_nodes = {{"machine", "machine", SystemNodeId()},
                         {"node a", "node", SystemNodeId(0), "Described", {{"racks", "2"}, {"board", "1"}}},
                         {"node b", "node", SystemNodeId(0)}};
  // The machine has a group of its own, and nodes.
  report.location_groups[0].parent = SystemNodeId(0);
  report.location_groups[2].parent = SystemNodeId(2);
  report.location_groups[1].attributes = {{"pid", "77"}};
  report.locations[3].attributes = {{"core", "5"}, {"affinity", "0x3"}};
  report.topologies = {{"ring & more",
                        {{"x", 3, true}, {"", 2, false}},
                        {LocationId(4), LocationId(0), LocationId(4)},
                        {2, 1, 0, 0, 1, 1},
                        {LocationGroupId(2), LocationGroupId(0)},
                        {0, 0, 2, 1},
                        {SystemNodeId(1)},
                        {1, 1}},
                       {"", {{"z", 1, false}}, {}, {}}};
  report.mirrors = {"https://example.org/a?b&c/", "file:///usr/share/doc/"};
  report.metrics_title = "Metrics & more";
  report.call_tree_title = "Calls";
  report.system_title = "System";
  report.call_path_numbers = {10, 4, 5, 2, 9, 100};
  report.attributes["statisticfile"] = "trace.stat";
  return report;
}

void expect_same_definitions(const Report& read, const Report& report) {
  EXPECT_TRUE(read.metrics == report.metrics);
  EXPECT_TRUE(read.regions == report.regions);
  EXPECT_TRUE(read.call_paths == report.call_paths);
  EXPECT_TRUE(read.system_nodes == report.system_nodes);
  EXPECT_TRUE(read.location_groups == report.location_groups);
  EXPECT_TRUE(read.locations == report.locations);
  EXPECT_TRUE(read.topologies == report.topologies);
  EXPECT_EQ(read.mirrors, report.mirrors);
  EXPECT_EQ(read.metrics_title, report.metrics_title);
  EXPECT_EQ(read.call_tree_title, report.call_tree_title);
  EXPECT_EQ(read.system_title, report.system_title);
  EXPECT_EQ(read.call_path_numbers, report.call_path_numbers);
}

Report written_and_read(const Report& report) {
  const std::filesystem::path path = test_file("full.cubex");
  const Status written = write_cubex(tests::whole_share(report), *serial_comm(), path);
  EXPECT_TRUE(written) << written.error().message;
  Result<Report> read = read_cubex(path);
  EXPECT_TRUE(read) << read.error().message;
  std::filesystem::remove(path);
  return read ? std::move(*read) : Report();
}

TEST(RoundTrip, KeepsAllDefinitions) {
  const Report report = full_report();
  const Report once = written_and_read(report);
  expect_same_definitions(once, report);
  EXPECT_EQ(once.attributes.at("statisticfile"), "trace.stat");
  const Report twice = written_and_read(once);
  expect_same_definitions(twice, report);
  EXPECT_EQ(twice.attributes, once.attributes);
  EXPECT_EQ(*twice.file("notes.txt"), "a further member");
}

// A minimum is zero only where one is stored, and metrics that are not shown have members of other names.
TEST(RoundTrip, KeepsMinimaOfZeroAndValuesThatAreNotShown) {
  Report report = example_report();
  Metric least = derived_metric();
  least.kind = MetricKind::exclusive;
  least.data_type = "MINDOUBLE";
  report.metrics.push_back(least);
  const MetricId id(report.metrics.size() - 1);
  report.set_row(id, CallPathId(1), std::vector<double>(report.locations.size(), 0));
  report.set_row(id, CallPathId(3), {0, 1, 2, 3, 4});
  const Report read = written_and_read(report);
  ASSERT_NE(read.column(id, CallPathId(1)), nullptr);
  EXPECT_TRUE(read.column(id, CallPathId(1))->is_zero());
  EXPECT_EQ(read.row(id, CallPathId(3)), (std::vector<double>{0, 1, 2, 3, 4}));
  EXPECT_EQ(read.column(id, CallPathId(0)), nullptr);
  EXPECT_EQ(read.storage()->files(), std::vector<std::string>{"notes.txt"});
}

TEST(RoundTrip, PutsNodesAndGroupsIntoTheOrderOfAWalk) {
  Report report = full_report();
  //  0: 1 (3), 2; groups of nodes 2, 3, 0
  report.system_nodes = {{"0", "machine", SystemNodeId()},
                         {"1", "node", SystemNodeId(0)},
                         {"2", "node", SystemNodeId(0)},
                         {"3", "node", SystemNodeId(1)}};
  report.location_groups[0].parent = SystemNodeId(2);
  report.location_groups[1].parent = SystemNodeId(3);
  report.location_groups[2].parent = SystemNodeId(0);
  report.topologies[0].system_nodes = {SystemNodeId(3)};
  const Report read = written_and_read(report);
  ASSERT_EQ(read.system_nodes.size(), 4u);
  EXPECT_EQ(read.system_nodes[2].name, "3");
  EXPECT_EQ(read.location_groups[0].name, "MPI Rank 2");
  EXPECT_EQ(read.location_groups[1].name, "MPI Rank 1");
  EXPECT_EQ(read.locations[0].group, LocationGroupId(2));
  EXPECT_EQ(read.topologies[0].groups, (std::vector{LocationGroupId(0), LocationGroupId(2)}));
  EXPECT_EQ(read.topologies[0].system_nodes, std::vector{SystemNodeId(2)});
}

/// An anchor with these parts, and a call path `main` of one thread.
Result<Anchor> anchor_with(const std::string& metric, const std::string& call_path = "",
                           const std::string& topologies = "") {
  const std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cube version=\"4.7\">\n<metrics><metric "
      "id=\"3\">\n<disp_name>Time</disp_name>" +
      metric + "</metric></metrics>\n<program><region id=\"7\"><name>main</name></region>" +
      "<cnode id=\"0\" calleeId=\"7\">" + call_path +
      "</cnode></program>\n<system><systemtreenode Id=\"0\"><name>m</name><class>m</class>"
      "<systemtreenode Id=\"1\"><name>n</name><class>n</class>"
      "<locationgroup Id=\"0\"><name>p</name><rank>0</rank><type>process</type>"
      "<location Id=\"8\"><name>b</name><rank>1</rank><type>thread</type></location>"
      "<location Id=\"5\"><name>a</name><rank>0</rank><type>thread</type></location>"
      "</locationgroup></systemtreenode></systemtreenode>\n<topologies>" +
      topologies + "</topologies></system></cube>\n";
  return read_anchor(std::as_bytes(std::span(xml)), "anchor.xml");
}

std::string problem_with(const Result<Anchor>& anchor) {
  return anchor ? "none" : anchor.error().message;
}

// CubeLib and Score-P write these attributes without quotation marks.
TEST(Anchor, ReadsExpressionsAsCubeLibWritesThem) {
  const Result<Anchor> anchor = anchor_with(
      "<cubepl rowwise=false>a &lt; <![CDATA[b & c]]></cubepl>\n<cubeplinit>i</cubeplinit>"
      "<cubeplaggr cubeplaggrtype=plus>p</cubeplaggr><cubeplaggr cubeplaggrtype=minus>m</cubeplaggr>"
      "<cubeplaggr cubeplaggrtype=\"aggr\" >a</cubeplaggr>");
  ASSERT_TRUE(anchor) << anchor.error().message;
  const Metric& metric = anchor->report.metrics[0];
  EXPECT_FALSE(metric.is_rowwise);
  EXPECT_EQ(metric.expression, "a < b & c");
  EXPECT_EQ(metric.initialization, "i");
  EXPECT_EQ(metric.aggregation_plus, "p");
  EXPECT_EQ(metric.aggregation_minus, "m");
  EXPECT_EQ(metric.aggregation, "a");
  EXPECT_EQ(anchor->metric_ids[0], "3");
}

// Of Cube 3, in which machines had nodes, and these processes and threads.
TEST(Anchor, ReadsCoordinatesByTheNamesOfCube3) {
  const Result<Anchor> anchor = anchor_with(
      "", "",
      "<cart ndims=\"1\"><dim size=\"9\" periodic=\"TRUE\"/><coord thrdId=\"8\">1</coord>"
      "<coord procId=\"0\">2</coord><coord nodeId=\"0\">3</coord><coord machId=\"0\"> 4 </coord></cart>");
  ASSERT_TRUE(anchor) << anchor.error().message;
  const Topology expected = {"",
                             {{"", 9, true}},
                             {LocationId(1)},
                             {1},
                             {LocationGroupId(0)},
                             {2},
                             {SystemNodeId(1), SystemNodeId(0)},
                             {3, 4}};
  EXPECT_EQ(anchor->report.topologies, std::vector{expected});
  EXPECT_EQ(anchor->report.locations[1].name, "b") << "locations are in the order of their ids";
}

TEST(Anchor, SaysWhatIsNotDefined) {
  EXPECT_EQ(problem_with(anchor_with("", "<cnode id=\"1\" calleeId=\"6\"/>")),
            "anchor.xml: call path 1 is in a region 6 that is not defined");
  EXPECT_EQ(problem_with(anchor_with("", "<cnode id=\"0\" calleeId=\"7\"/>")),
            "anchor.xml: two call paths have the id 0");
  EXPECT_EQ(problem_with(anchor_with("", "<cnode id=\"x\" calleeId=\"7\"/>")),
            "anchor.xml: <cnode> has the id 'x', which is no number");
  EXPECT_EQ(problem_with(anchor_with("<metric id=\"3\"></metric>")), "anchor.xml: two metrics have the id 3");
  EXPECT_EQ(problem_with(anchor_with("<metric id=\"4\" type=\"NEW\"></metric>")),
            "anchor.xml: metric 4 is of the unknown type 'NEW'");
}

TEST(Anchor, LeavesTopologiesOutThatItDoesNotUnderstand) {
  const auto notes_of = [](const std::string& cart) {
    const Result<Anchor> anchor = anchor_with("", "", cart);
    EXPECT_TRUE(anchor) << anchor.error().message;
    EXPECT_TRUE(anchor->report.topologies.empty());
    return fmt::format("{}", fmt::join(anchor->report.notes, "; "));
  };
  const std::string cart = "<cart name=\"c\" ndims=\"1\"><dim size=\"2\" periodic=\"false\"/>";
  for (const char* id : {"locId=\"0\"", "lgId=\"1\"", "stnId=\"2\"", "nodeId=\"1\"", "machId=\"1\"", ""})
    EXPECT_EQ(notes_of(cart + "<coord " + id + ">0</coord></cart>"),
              "topology 'c' is left out: it has coordinates of what is not defined")
        << id;
  for (const char* place : {"", "2", "-1", "0 1", "x"})
    EXPECT_EQ(notes_of(cart + "<coord locId=\"5\">" + place + "</coord></cart>"),
              fmt::format("topology 'c' is left out: it has no place '{}'", place));
  EXPECT_EQ(notes_of("<cart name=\"c\" ndims=\"1\"><dim size=\"0\" periodic=\"false\"/></cart>"),
            "topology 'c' is left out: it has a dimension of the size '0'");
}

TEST(Anchor, SaysWhereItIsNoXml) {
  const auto problem = [](const std::string& xml) {
    return problem_with(read_anchor(std::as_bytes(std::span(xml)), "anchor.xml"));
  };
  EXPECT_EQ(problem("<cube><metrics></cube>"), "anchor.xml: is not XML: mismatched tag at byte 17");
  EXPECT_EQ(problem("<cube><metrics>"), "anchor.xml: is not XML: no element found at byte 15");
  EXPECT_EQ(problem("<cube a>"), "anchor.xml: is not XML: not well-formed (invalid token) at byte 7");
  EXPECT_EQ(problem("<cube a=\"x>"), "anchor.xml: is not XML: unclosed token at byte 0");
  EXPECT_EQ(problem("<cube"), "anchor.xml: is not XML: unclosed token at byte 0");
  EXPECT_EQ(problem("<!DOCTYPE cube [<!ENTITY a \"b\">]><cube>&a;</cube>"),
            "anchor.xml: is not XML: a document type definition, as no report has at byte 15");
  EXPECT_EQ(problem(""), "anchor.xml: is not XML: no element found at byte 0");
  EXPECT_EQ(problem("<cube></cube>"), "anchor.xml: defines no metrics");
}

}  // namespace
}  // namespace latecomer::cubex
