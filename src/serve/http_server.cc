// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// cpp-httplib parses requests and writes answers. What it leaves open is here: a client gets a thread for as
// long as it stays, requests have no bodies, their heads come through Connection, and all of them go one way,
// from the token to the answer.

#include "serve/http_server.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <httplib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/printable.h"
#include "findings/source_text.h"
#include "serve/connection.h"
#include "serve/pages.h"
#include "serve/token.h"

namespace latecomer::serve {

namespace {

constexpr std::string_view kPrefix = "/api/v1/";
constexpr std::string_view kHealth = "health";
constexpr std::string_view kBulk = "bulk";
constexpr std::string_view kSourceText = "source_text";
/// Pages load nothing and tell nothing elsewhere, and no text in them is ever run.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
constexpr size_t kClients = 128;  ///< that are connected at once; others wait until one leaves
constexpr size_t kMostInBulk = 64;
constexpr int kBacklog = 1024;
constexpr size_t kMostRequests = 10'000;  ///< of a connection
constexpr ConnectionLimits kLimits;

/// Those of the URL. httplib's own leave out what is there twice.
Parameters parameters_of(const httplib::Request& request) {
  const size_t begin = std::min(request.target.find('?'), request.target.size());
  const std::string_view query = std::string_view(request.target).substr(begin);
  return parse_query(query.substr(query.empty() ? 0 : 1));
}

void put(httplib::Response& response, const Answer& answer) {
  response.status = answer.status;
  response.set_content(answer.body, answer.content_type);
}

bool is_one_of(std::string_view name, const Names& names) {
  return std::ranges::find(names, name) != names.end();
}

/// Also for clients that cpp-httplib does not get to see.
std::string plain_response(int status, std::string_view reason, std::string_view message) {
  const Answer answer = error_answer(status, message);
  return fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}", status,
      reason, answer.content_type, answer.body.size(), answer.body);
}

/// Whether a report names it, and it is source code by its name: a report is not believed that anything else
/// is, since whoever may ask would get to see it.
bool is_source_of(const report::Report& report, const std::string& file) {
  static const std::set<std::string, std::less<>> kEndings = {
      ".c",   ".h",  ".cc",  ".hh",  ".cpp", ".hpp", ".cxx", ".hxx", ".c++", ".h++", ".ipp", ".inl", ".tcc",
      ".tpp", ".cu", ".cuh", ".hip", ".f",   ".for", ".ftn", ".fpp", ".f77", ".f90", ".f95", ".f03", ".f08",
      ".inc", ".s",  ".asm", ".py",  ".pyx", ".jl",  ".rs",  ".go",  ".d",   ".m",   ".mm",  ".ispc"};
  std::string ending = std::filesystem::path(file).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (!kEndings.contains(ending)) return false;
  return std::ranges::find(report.regions, file, &report::Region::module) != report.regions.end() ||
         std::ranges::find(report.call_paths, file, &report::CallPath::call_file) != report.call_paths.end();
}

std::string refusal(Connection::Head head) {
  switch (head) {
    case Connection::Head::url_too_long:
      return plain_response(414, "URI Too Long", "the URL is too long; ask for less at once");
    case Connection::Head::too_long:
      return plain_response(431, "Request Header Fields Too Large", "the request's headers are too long");
    case Connection::Head::too_slow:
      return plain_response(408, "Request Timeout", "the request took too long to arrive");
    default:
      return "";
  }
}

}  // namespace

class HttpServer::Impl final : public httplib::Server {
 public:
  Impl(Engine& engine, std::vector<ServedReport> reports, ServerOptions options)
      : engine_(engine),
        reports_(std::move(reports)),
        options_(std::move(options)),
        stop_event_(eventfd(0, EFD_CLOEXEC)) {
    CHECK(stop_event_ >= 0);
    new_task_queue = [] { return new httplib::ThreadPool(kClients); };
    set_tcp_nodelay(true);
    set_keep_alive_max_count(kMostRequests);  // these are told to clients
    set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(kLimits.idle).count());
    set_default_headers({{"Cache-Control", "private, no-cache"},
                         {"Referrer-Policy", "no-referrer"},
                         {"Vary", "Accept-Encoding"},
                         {"X-Content-Type-Options", "nosniff"}});
    // Not httplib's options, with which two servers could share a port.
    set_socket_options([this](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
      listening_ = socket;
    });
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      respond(request, response);
      return HandlerResponse::Handled;
    });
    set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty())
        put(response, error_answer(response.status, "this is not a request that the server understands"));
    });
    set_exception_handler(
        [](const httplib::Request&, httplib::Response& response, const std::exception_ptr&) {
          put(response, error_answer(500, "there is not enough memory for the answer; ask for less at once"));
        });
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  ~Impl() override {
    const uint64_t one = 1;
    CHECK(::write(stop_event_, &one, sizeof one) == sizeof one);
    if (thread_.joinable()) {
      while (!is_running() && !has_ended_) std::this_thread::yield();
      stop();
      thread_.join();
    }
    close(stop_event_);
  }

  Result<int> start() {
    errno = 0;
    int port = options_.port;
    const bool is_bound =
        port == 0 ? (port = bind_to_any_port(options_.host)) > 0 : bind_to_port(options_.host, port);
    if (!is_bound)
      return Error{fmt::format("cannot listen on port {} of {}: {}; --port and --host say where to",
                               options_.port, options_.host,
                               errno != 0 ? std::strerror(errno) : "there is no such host")};
    ::listen(listening_, kBacklog);  // httplib has 5 clients wait at most
    thread_ = std::thread([this] {
      listen_after_bind();
      has_ended_ = true;
    });
    return port;
  }

 private:
  /// A client's connection from its begin to its end.
  bool process_and_close_socket(socket_t socket) override {
    Connection connection(socket, stop_event_, kLimits);
    bool is_last = false;
    for (size_t i = 0; i < kMostRequests && !is_last; ++i) {
      const Connection::Head head = connection.receive_head();
      if (head == Connection::Head::gone) return true;
      if (head != Connection::Head::complete) {
        connection.httplib::Stream::write(refusal(head));
        break;
      }
      const auto prepare = [&](httplib::Request& request) {
        request.ranges.clear();  // whole answers only
        without_brotli(request);
        if (!has_body(request)) return;
        is_last = true;  // what follows is not a request
        request.headers.erase("Connection");
        request.headers.emplace("Connection", "close");
        request.headers.erase("Expect");
      };
      bool is_closed = false;
      if (!process_request(connection, false, is_closed, prepare)) break;
      is_last = is_last || is_closed;
    }
    connection.finish();
    return true;
  }

  /// httplib would take brotli at its best and slowest: a second for each half megabyte.
  static void without_brotli(httplib::Request& request) {
    const bool takes_gzip = request.get_header_value("Accept-Encoding").find("gzip") != std::string::npos;
    request.headers.erase("Accept-Encoding");
    if (takes_gzip) request.headers.emplace("Accept-Encoding", "gzip");
  }

  static bool has_body(const httplib::Request& request) {
    const std::string length = request.get_header_value("Content-Length");
    return (!length.empty() && length != "0") || request.has_header("Transfer-Encoding");
  }

  void respond(const httplib::Request& request, httplib::Response& response) {
    const bool is_read = request.method == "GET" || request.method == "HEAD";
    const Page* page = is_read && !has_body(request) ? find_page(request.path) : nullptr;
    if (page != nullptr) return put_page(request, response, *page);
    if (!is_authorized(request)) {
      response.set_header("WWW-Authenticate", "Bearer");
      return put(response, error_answer(401,
                                        "a token is needed: ?token=..., as in the URL that latecomer "
                                        "printed, or a header Authorization: Bearer ..."));
    }
    if (!is_read) {
      response.set_header("Allow", "GET, HEAD");
      return put(response,
                 error_answer(405, "this server only answers GET and HEAD: nothing can be changed"));
    }
    if (has_body(request)) return put(response, error_answer(413, "requests have no bodies here"));
    if (!request.path.starts_with(kPrefix))
      return put(response,
                 error_answer(404, fmt::format("there is nothing at {}; what there is begins with {}",
                                               printable_line(request.path), kPrefix)));
    const Answer answer = answer_to(request);
    if (answer.etag.empty())
      response.set_header("Cache-Control", "no-store");  // errors, and windows, which are large
    if (answer.etag.empty() || !is_known(request, response, answer.etag)) put(response, answer);
  }

  /// Everybody may have them: they hold nothing of the report.
  static void put_page(const httplib::Request& request, httplib::Response& response, const Page& page) {
    response.set_header("Content-Security-Policy", kPolicy);
    if (is_known(request, response, etag_of(page.content))) return;
    response.status = 200;
    response.set_content(page.content.data(), page.content.size(), std::string(page.content_type));
  }

  /// Whether the client has what is tagged so; then it is told that, and gets no more.
  static bool is_known(const httplib::Request& request, httplib::Response& response,
                       const std::string& etag) {
    response.set_header("ETag", etag);
    const std::string known = request.get_header_value("If-None-Match");
    if (known != "*" && known.find(etag.substr(2)) == std::string::npos) return false;
    response.status = 304;
    return true;
  }

  bool is_authorized(const httplib::Request& request) const {
    constexpr std::string_view kScheme = "Bearer ";
    const std::string header = request.get_header_value("Authorization");
    if (header.starts_with(kScheme))
      return are_equal_tokens(std::string_view(header).substr(kScheme.size()), options_.token);
    return are_equal_tokens(request.get_param_value("token"), options_.token);
  }

  Answer answer_to(const httplib::Request& request) {
    const std::string name = request.path.substr(kPrefix.size());
    const bool is_of_second = reports_.size() > 1 && name.starts_with(kSecond);
    const std::string_view what = std::string_view(name).substr(is_of_second ? kSecond.size() : 0);
    Parameters parameters = parameters_of(request);
    parameters.erase("token");
    if (name == kHealth) return health(parameters);
    if (name == kBulk) return bulk(parameters);
    if (what == kSourceText) return source_text(is_of_second, parameters);
    if (is_one_of(what, TimelineAnswers::names()))
      return reports_[is_of_second ? 1 : 0].timeline.answer(what, parameters);
    const std::vector<std::string> kinds = request_names(engine_.reports());
    if (std::ranges::find(kinds, name) == kinds.end())
      return error_answer(
          404, fmt::format("there is no {}; below {} there are {}, {}, {}, {}, {}",
                           printable_line(request.path), kPrefix, fmt::join(kinds, ", "),
                           fmt::join(TimelineAnswers::names(), ", "), kSourceText, kBulk, kHealth));
    const Result<Request> asked = parse_request(engine_.reports(), name, parameters);
    if (!asked) return error_answer(400, printable_line(asked.error().message));
    return *engine_.ask({*asked}).front();
  }

  Answer health(const Parameters& parameters) const {
    if (!parameters.empty()) return error_answer(400, "health has no parameters");
    findings::Json json = {{"status", "ok"},
                           {"version", options_.version},
                           {"ranks", engine_.ranks()},
                           {"report", reports_.front().file.string()}};
    if (reports_.size() > 1) json["second"] = reports_[1].file.string();
    return ok_answer(json);
  }

  /// The lines of a file that the report names. Not by the engine, whose ranks need not have the file.
  Answer source_text(bool is_of_second, const Parameters& parameters) const {
    if (parameters.empty() || parameters.size() != parameters.count("file") || parameters.size() > 1)
      return error_answer(400, "source_text has no parameter but file, and needs that once");
    const std::string& file = parameters.begin()->second;
    const Reports reports = engine_.reports();
    if (!is_source_of(is_of_second ? *reports.second : reports.first, file))
      return error_answer(404,
                          fmt::format("the report has no lines of a source file '{}'", printable_line(file)));
    const Result<findings::SourceText> text =
        findings::read_source(file, file, reports_[is_of_second ? 1 : 0].file);
    if (!text) return error_answer(404, printable_line(text.error().message));
    return ok_answer(
        findings::Json{{"path", text->path}, {"is_newer", text->is_newer}, {"lines", text->lines}});
  }

  /// Answers to several requests, in their order; one that is wrong does not keep the others from being
  /// answered.
  Answer bulk(const Parameters& parameters) {
    if (parameters.size() != parameters.count("request"))
      return error_answer(400, "bulk has no parameter but request");
    if (parameters.empty() || parameters.size() > kMostInBulk)
      return error_answer(400, fmt::format("bulk has from 1 to {} requests", kMostInBulk));
    std::vector<Request> asked;
    std::vector<std::optional<Answer>> wrong;
    for (const auto& [name, text] : parameters) {
      const Result<Request> request = parse_request(engine_.reports(), text);
      wrong.push_back(request ? std::nullopt
                              : std::optional(error_answer(400, printable_line(request.error().message))));
      if (request) asked.push_back(*request);
    }
    const std::vector<AnswerPtr> answers = engine_.ask(asked);
    std::vector<std::string> texts;
    size_t next = 0;
    for (const std::optional<Answer>& each : wrong) {
      const Answer& answer = each ? *each : *answers[next++];
      texts.push_back(fmt::format("{{\"status\":{},\"answer\":{}}}", answer.status,
                                  std::string_view(answer.body).substr(0, answer.body.size() - 1)));
    }
    return ok_answer(fmt::format("{{\"answers\":[{}]}}\n", fmt::join(texts, ",")));
  }

  Engine& engine_;
  std::vector<ServedReport> reports_;
  const ServerOptions options_;
  const int stop_event_;
  int listening_ = -1;
  std::thread thread_;
  std::atomic<bool> has_ended_ = false;
};

HttpServer::HttpServer(Engine& engine, std::vector<ServedReport> reports, ServerOptions options)
    : impl_(std::make_unique<Impl>(engine, std::move(reports), std::move(options))) {}
HttpServer::~HttpServer() = default;

Result<int> HttpServer::start() {
  return impl_->start();
}

}  // namespace latecomer::serve
