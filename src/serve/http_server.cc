// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// libmicrohttpd receives requests and sends answers, in a thread of its own, within the limits that it is
// given here. That thread knows at once what is not a question of a client with the token; a worker answers
// all others, while the connection is suspended.
//
//     its thread    request arrives | suspend                   resume | send
//     a worker                              | answer, compress |

#include "serve/http_server.h"

#include <fmt/format.h>
#include <microhttpd.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "report/unreadable.h"
#include "serve/gzip.h"
#include "serve/listening_socket.h"
#include "serve/memory_budget.h"
#include "serve/pages.h"
#include "serve/token.h"
#include "serve/unauthenticated.h"
#include "serve/workers.h"

namespace latecomer::serve {

namespace {

/// Keeps pages from loading anything, from sending anything elsewhere, and from running any text.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
constexpr unsigned kConnections = 512;           ///< Is the most connections at once; others wait.
constexpr size_t kUnauthenticated = 256;         ///< Is how many connections may be without the token.
constexpr size_t kReceived = size_t{32} << 10U;  ///< Counts bytes of a request's head and what is made of it.
constexpr unsigned kIdle = 10;                   ///< Is the most seconds without data in either direction.
constexpr std::string_view kCompressed = "application/json";  ///< Leaves out tables, which gain little.
constexpr size_t kWorkers = 16;                               ///< Is as many as an engine answers in a round.

/// Is a request with its answer.
struct Exchange {
  Exchange(MemoryBudget& budget, std::string target) : target(std::move(target)), memory(budget) {}

  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  Parameters parameters() const {
    const size_t query = std::min(target.find('?'), target.size() - 1) + 1;
    return parse_query(std::string_view(target).substr(query));
  }

  std::string target;  ///< Has path and parameters, as they came.
  bool has_begun = false;
  bool has_body = false;
  bool takes_gzip = false;
  MemoryShare memory;  ///< Limits the memory of the answer and its compressed body.
  AnswerPtr answer;    ///< Is the answer; null until there is one.
  std::string packed;  ///< Is the compressed body; empty if it is not compressed.
};

std::string_view header(MHD_Connection* connection, const char* name) {
  const char* const value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
  return value == nullptr ? "" : value;
}

int socket_of(MHD_Connection* connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

/// Returns whether the client has closed its side, as browsers do when nobody wants the answer any more.
bool has_left(int socket) {
  char byte = 0;
  return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/// Returns whether the client has what is tagged so.
bool is_known(MHD_Connection* connection, const std::string& etag) {
  const std::string_view known = header(connection, MHD_HTTP_HEADER_IF_NONE_MATCH);
  return known == "*" || known.find(etag.substr(2)) != std::string_view::npos;
}

using Headers = std::vector<std::pair<const char*, std::string>>;

/// Sends a body, which has to stay there until it has been sent.
MHD_Result send(MHD_Connection* connection, int status, std::string_view body, const Headers& headers) {
  // libmicrohttpd does not write into the body.
  MHD_Response* const response =
      MHD_create_response_from_buffer(body.size(), const_cast<char*>(body.data()), MHD_RESPMEM_PERSISTENT);
  if (response == nullptr) return MHD_NO;
  const auto add = [&](const char* name, const char* value) {
    MHD_add_response_header(response, name, value);
  };
  add("Referrer-Policy", "no-referrer");
  add(MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
  add(MHD_HTTP_HEADER_X_CONTENT_TYPE_OPTIONS, "nosniff");
  for (const auto& [name, value] : headers) add(name, value.c_str());
  const MHD_Result queued = MHD_queue_response(connection, static_cast<unsigned>(status), response);
  MHD_destroy_response(response);
  return queued;
}

/// Sends a body with its tag, so that a client that has it gets no more than the tag.
MHD_Result send_tagged(MHD_Connection* connection, const std::string& etag, std::string_view body,
                       Headers headers) {
  headers.emplace_back(MHD_HTTP_HEADER_ETAG, etag);
  headers.emplace_back(MHD_HTTP_HEADER_CACHE_CONTROL, "private, no-cache");
  const bool has_it = is_known(connection, etag);
  return send(connection, has_it ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, has_it ? "" : body, headers);
}

}  // namespace

class HttpServer::Impl {
 public:
  Impl(Engine& engine, std::vector<ServedReport> reports, Predictions& predictions, ServerOptions options)
      : api_(engine, std::move(reports), options.version, &predictions, std::move(options.scaling)),
        options_(std::move(options)),
        budget_(options_.memory) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  ~Impl() {
    if (workers_) workers_->finish();  // After that no connection is suspended.
    if (daemon_ != nullptr) MHD_stop_daemon(daemon_);
  }

  Result<int> start() {
    for (const Page& page : all_pages()) packed_pages_[page.path] = gzipped(page.content);
    TRY(const ListeningSocket socket, listen_at(options_.host, options_.port));
    workers_.emplace(kWorkers);
    daemon_ = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, nullptr, nullptr,
                               &Impl::on_request, this, MHD_OPTION_LISTEN_SOCKET, socket.descriptor,
                               MHD_OPTION_CONNECTION_LIMIT, kConnections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                               kReceived, MHD_OPTION_CONNECTION_TIMEOUT, kIdle, MHD_OPTION_NOTIFY_CONNECTION,
                               &Impl::on_connection, this, MHD_OPTION_URI_LOG_CALLBACK, &Impl::on_target,
                               this, MHD_OPTION_NOTIFY_COMPLETED, &Impl::on_completed, this,
                               MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (daemon_ != nullptr) return socket.port;
    return Error{fmt::format("cannot start to serve: {}", std::strerror(errno))};
  }

 private:
  static void on_connection(void* self, MHD_Connection* connection, void** /*context*/,
                            MHD_ConnectionNotificationCode what) {
    UnauthenticatedConnections& unauthenticated = static_cast<Impl*>(self)->unauthenticated_;
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
      unauthenticated.add(socket_of(connection));
    else
      unauthenticated.remove(socket_of(connection));
  }

  static void* on_target(void* self, const char* target, MHD_Connection* /*connection*/) {
    return new Exchange(static_cast<Impl*>(self)->budget_, target);
  }

  static void on_completed(void* /*self*/, MHD_Connection* /*connection*/, void** exchange,
                           MHD_RequestTerminationCode /*how*/) {
    delete static_cast<Exchange*>(*exchange);
    *exchange = nullptr;
  }

  /// Goes on with a request. libmicrohttpd calls it when a head has arrived, for each part of a body, when
  /// there is no more of it, and again when the connection is resumed.
  static MHD_Result on_request(void* self, MHD_Connection* connection, const char* /*path*/,
                               const char* method, const char* /*version*/, const char* /*body*/,
                               size_t* body_size, void** context) {
    Exchange& exchange = *static_cast<Exchange*>(*context);
    if (!std::exchange(exchange.has_begun, true)) return MHD_YES;
    if (*body_size > 0) {
      exchange.has_body = true;
      *body_size = 0;
      return MHD_YES;
    }
    if (exchange.answer != nullptr) return send_answer(connection, exchange);
    return static_cast<Impl*>(self)->respond(connection, method, exchange);
  }

  MHD_Result respond(MHD_Connection* connection, std::string_view method, Exchange& exchange) {
    const bool is_read = method == MHD_HTTP_METHOD_GET || method == MHD_HTTP_METHOD_HEAD;
    exchange.takes_gzip =
        header(connection, MHD_HTTP_HEADER_ACCEPT_ENCODING).find("gzip") != std::string_view::npos;
    const Page* const page = is_read && !exchange.has_body ? find_page(exchange.path()) : nullptr;
    if (page != nullptr) return send_page(connection, exchange, *page);
    Parameters parameters = exchange.parameters();
    if (!is_authorized(connection, parameters))
      return refuse(connection, exchange, 401,
                    "a token is needed: ?token=..., as in the URL that latecomer printed, or a header "
                    "Authorization: Bearer ...",
                    {{MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer"}});
    unauthenticated_.remove(socket_of(connection));
    if (!is_read)
      return refuse(connection, exchange, 405,
                    "this server only answers GET and HEAD: nothing can be changed",
                    {{MHD_HTTP_HEADER_ALLOW, "GET, HEAD"}});
    if (exchange.has_body)
      return refuse(connection, exchange, 413, "requests have no bodies here",
                    {{MHD_HTTP_HEADER_CONNECTION, "close"}});
    parameters.erase("token");
    MHD_suspend_connection(connection);
    const bool is_accepted =
        workers_->submit([this, connection, &exchange, parameters = std::move(parameters)] {
          if (has_left(socket_of(connection)))
            exchange.answer = std::make_shared<Answer>();  // Nobody will get this answer.
          else
            answer(exchange, parameters);
          MHD_resume_connection(connection);
        });
    if (is_accepted) return MHD_YES;
    exchange.answer = std::make_shared<Answer>(error_answer(503, "the server is being stopped"));
    MHD_resume_connection(connection);
    return MHD_YES;
  }

  /// Answers the request; a worker calls it.
  void answer(Exchange& exchange, const Parameters& parameters) {
    try {
      exchange.answer = api_.answer(exchange.path(), parameters, exchange.memory);
      const Answer& answer = *exchange.answer;
      if (exchange.takes_gzip && answer.content_type == kCompressed) exchange.packed = gzipped(answer.body);
      exchange.memory.shrink(answer.body.size() + exchange.packed.size());
    } catch (const report::Unreadable& problem) {
      exchange.answer = std::make_shared<Answer>(error_answer(500, problem.what()));
    } catch (const std::exception&) {
      exchange.packed.clear();
      exchange.answer = std::make_shared<Answer>(
          error_answer(500, "there is not enough memory for the answer; ask for less at once"));
    }
  }

  static MHD_Result send_answer(MHD_Connection* connection, const Exchange& exchange) {
    const Answer& answer = *exchange.answer;
    Headers headers = {{MHD_HTTP_HEADER_CONTENT_TYPE, answer.content_type}};
    if (!exchange.packed.empty()) headers.emplace_back(MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    const std::string_view body = exchange.packed.empty() ? answer.body : exchange.packed;
    if (!answer.etag.empty()) return send_tagged(connection, answer.etag, body, std::move(headers));
    headers.emplace_back(MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");  // These are errors, or windows.
    return send(connection, answer.status, body, headers);
  }

  static MHD_Result refuse(MHD_Connection* connection, Exchange& exchange, int status,
                           std::string_view message, Headers headers) {
    exchange.answer = std::make_shared<Answer>(error_answer(status, message));
    headers.emplace_back(MHD_HTTP_HEADER_CONTENT_TYPE, exchange.answer->content_type);
    headers.emplace_back(MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return send(connection, status, exchange.answer->body, headers);
  }

  /// Sends a page to anybody, since pages hold nothing of the report.
  MHD_Result send_page(MHD_Connection* connection, const Exchange& exchange, const Page& page) {
    Headers headers = {{MHD_HTTP_HEADER_CONTENT_TYPE, std::string(page.content_type)},
                       {MHD_HTTP_HEADER_CONTENT_SECURITY_POLICY, kPolicy}};
    if (exchange.takes_gzip) headers.emplace_back(MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    return send_tagged(connection, etag_of(page.content),
                       exchange.takes_gzip ? packed_pages_.at(page.path) : page.content, std::move(headers));
  }

  bool is_authorized(MHD_Connection* connection, const Parameters& parameters) const {
    constexpr std::string_view kScheme = "Bearer ";
    const std::string_view authorization = header(connection, MHD_HTTP_HEADER_AUTHORIZATION);
    if (authorization.starts_with(kScheme))
      return are_equal_tokens(authorization.substr(kScheme.size()), options_.token);
    const auto given = parameters.find("token");
    return given != parameters.end() && are_equal_tokens(given->second, options_.token);
  }

  Api api_;
  const ServerOptions options_;
  MemoryBudget budget_;
  std::map<std::string_view, std::string> packed_pages_;  ///< Has the compressed pages by path.
  UnauthenticatedConnections unauthenticated_{kUnauthenticated};
  std::optional<Workers> workers_;
  MHD_Daemon* daemon_ = nullptr;
};

HttpServer::HttpServer(Engine& engine, std::vector<ServedReport> reports, Predictions& predictions,
                       ServerOptions options)
    : impl_(std::make_unique<Impl>(engine, std::move(reports), predictions, std::move(options))) {}
HttpServer::~HttpServer() = default;

Result<int> HttpServer::start() {
  return impl_->start();
}

}  // namespace latecomer::serve
