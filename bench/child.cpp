// fork, a pipe for the answer, wait4 for the outcome and the peak resident size.
#include "bench/child.h"

#include <cstdint>
#include <cstring>
#include <exception>

#include "core/text.h"

#ifndef _WIN32
#include <poll.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>
#endif

namespace ambula::bench {

#ifdef _WIN32

Result<ChildReport> run_in_child(const std::function<std::string()>& work, Context*) {
  try {
    return ChildReport{work(), 0, 0};
  } catch (const std::exception& e) {
    return fail(ErrorCode::broken, text("the work threw: ", e.what()));
  }
}

#else

namespace {

constexpr int kLookForCancel = 50;  // milliseconds
constexpr int kThrew = 70;          // exit code of a child whose work threw

std::string system_error() { return std::generic_category().message(errno); }

std::size_t max_rss_bytes(const rusage& usage) {
#ifdef __APPLE__
  return static_cast<std::size_t>(usage.ru_maxrss);
#else
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
#endif
}

bool write_all(int fd, const void* data, std::size_t size) {
  const char* p = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = write(fd, p, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    p += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

// The child's whole life. It leaves by _exit, so that nothing of the parent (buffers, destructors, leak
// checks) runs twice.
[[noreturn]] void live(int fd, const std::function<std::string()>& work) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const std::uint64_t start = max_rss_bytes(usage);
  int code = 0;
  try {
    const std::string bytes = work();
    if (!write_all(fd, &start, sizeof(start)) || !write_all(fd, bytes.data(), bytes.size())) code = 1;
  } catch (...) {
    code = kThrew;
  }
  _exit(code);
}

// Everything the child wrote; false when the context was cancelled first.
bool read_all(int fd, Context* context, std::string& out) {
  char buffer[65536];
  for (;;) {
    if (context && context->cancelled()) return false;
    pollfd waiting{fd, POLLIN, 0};
    const int ready = poll(&waiting, 1, kLookForCancel);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t n = read(fd, buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return true;
    out.append(buffer, static_cast<std::size_t>(n));
  }
}

Result<void> check_status(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    const char* why = number == SIGKILL   ? ", most likely for lack of memory"
                      : number == SIGABRT ? ", an assertion or an uncaught exception"
                                          : "";
    return fail(ErrorCode::broken,
                text("it was ended by signal ", number, " (", strsignal(number), ")", why));
  }
  const int code = WEXITSTATUS(status);
  if (code == 0) return {};
  if (code == kThrew) return fail(ErrorCode::broken, "it threw an exception");
  return fail(ErrorCode::broken, text("it ended with exit code ", code));
}

}  // namespace

Result<ChildReport> run_in_child(const std::function<std::string()>& work, Context* context) {
  int ends[2];
  if (pipe(ends) != 0) return fail(ErrorCode::io_failed, text("no pipe to a child: ", system_error()));
  const pid_t child = fork();
  if (child < 0) {
    const std::string why = system_error();
    close(ends[0]);
    close(ends[1]);
    return fail(ErrorCode::io_failed, text("no child process: ", why));
  }
  if (child == 0) {
    close(ends[0]);
    live(ends[1], work);
  }
  close(ends[1]);
  std::string bytes;
  const bool ended = read_all(ends[0], context, bytes);
  close(ends[0]);
  if (!ended) kill(child, SIGKILL);
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  if (!ended) return cancelled_failure("a child process");
  if (auto ok = check_status(status); !ok) return fail(ok.error());

  std::uint64_t start = 0;
  if (bytes.size() < sizeof(start)) return fail(ErrorCode::broken, "it ended without an answer");
  std::memcpy(&start, bytes.data(), sizeof(start));
  bytes.erase(0, sizeof(start));
  return ChildReport{std::move(bytes), max_rss_bytes(usage), static_cast<std::size_t>(start)};
}

#endif

}  // namespace ambula::bench
