// Whole files: mapped for reading, written to a temporary name and renamed.
//
// A rename replaces whatever has the name. So links are followed first, and a pipe or a device, which a
// rename would turn into a plain file, is opened and written to.
#include "ambula/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "core/text.h"

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <process.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace ambula {
namespace {

std::string last_system_error() {
#ifdef _WIN32
  return std::system_category().message(static_cast<int>(GetLastError()));
#else
  return std::generic_category().message(errno);
#endif
}

// Creates a new file beside `path` that no other writer has, and opens it; null when that cannot be done.
std::FILE* create_beside(const std::filesystem::path& path, std::filesystem::path& created) {
#ifdef _WIN32
  const int process = _getpid();
#else
  const int process = static_cast<int>(getpid());
#endif
  for (int attempt = 0; attempt < 1000; ++attempt) {
    created = path;
    created += text(".tmp-", process, "-", attempt);
#ifdef _WIN32
    std::FILE* out = _wfopen(created.c_str(), L"wbx");
#else
    std::FILE* out = std::fopen(created.c_str(), "wbx");
#endif
    if (out || errno != EEXIST) return out;
  }
  return nullptr;
}

constexpr int kMostLinks = 40;  // of a chain, as Linux follows them

// The place a chain of symbolic links ends at, whether a file is there or not.
std::filesystem::path behind_links(std::filesystem::path path) {
  std::error_code ec;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(std::filesystem::symlink_status(path, ec));
       ++i) {
    const std::filesystem::path to = std::filesystem::read_symlink(path, ec);
    if (ec) break;
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  return path;
}

// The reason of a failed write; empty when all went well. Closes `out`.
std::string write_all(std::FILE* out, std::span<const std::byte> bytes) {
  std::string reason;
  if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), out) != bytes.size())
    reason = last_system_error();
  if (std::fclose(out) != 0 && reason.empty()) reason = last_system_error();
  return reason;
}

// Gives the new file the permissions of the one it replaces and, where the system lets us, its owner.
void take_permissions([[maybe_unused]] const std::filesystem::path& from, [[maybe_unused]] std::FILE* to) {
#ifndef _WIN32
  struct stat old{};
  if (::stat(from.c_str(), &old) != 0) return;
  struct stat made{};
  const int fd = fileno(to);
  if (fstat(fd, &made) == 0 && (made.st_uid != old.st_uid || made.st_gid != old.st_gid) &&
      fchown(fd, old.st_uid, old.st_gid) != 0) {
    return;  // the file is another user's: its permissions would mean something else
  }
  (void)fchmod(fd, old.st_mode & 07777);
#endif
}

Failure not_written(const std::filesystem::path& path, std::string_view reason) {
  return fail(ErrorCode::io_failed, text(path.string(), ": cannot be written: ", reason));
}

Result<void> write_through(const std::filesystem::path& path, std::span<const std::byte> bytes) {
#ifdef _WIN32
  std::FILE* out = _wfopen(path.c_str(), L"wb");
#else
  std::FILE* out = std::fopen(path.c_str(), "wb");
#endif
  if (!out) return not_written(path, last_system_error());
  if (const std::string reason = write_all(out, bytes); !reason.empty()) return not_written(path, reason);
  return {};
}

}  // namespace

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  if (this != &other) {
    reset();
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

MappedFile::~MappedFile() { reset(); }

void MappedFile::reset() noexcept {
  if (data_) {
#ifdef _WIN32
    UnmapViewOfFile(data_);
#else
    munmap(const_cast<std::byte*>(data_), size_);
#endif
  }
  data_ = nullptr;
  size_ = 0;
}

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code ec;
  const auto status = std::filesystem::status(path, ec);
  if (status.type() == std::filesystem::file_type::not_found) {
    return fail(ErrorCode::not_found, text(name, ": no such file"));
  }
  if (std::filesystem::is_directory(status)) {
    return fail(ErrorCode::io_failed, text(name, ": is a directory; name a file in it"));
  }
  if (!std::filesystem::is_regular_file(status)) {
    return fail(ErrorCode::io_failed, text(name, ": is not a regular file"));
  }

  MappedFile file;
#ifdef _WIN32
  const HANDLE handle = CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING,
                                    FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    return fail(ErrorCode::io_failed, text(name, ": cannot be opened: ", last_system_error()));
  }
  LARGE_INTEGER size{};
  GetFileSizeEx(handle, &size);
  file.size_ = static_cast<std::size_t>(size.QuadPart);
  if (file.size_ > 0) {
    if (const HANDLE mapping = CreateFileMappingW(handle, nullptr, PAGE_READONLY, 0, 0, nullptr)) {
      file.data_ = static_cast<const std::byte*>(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0));
      CloseHandle(mapping);
    }
  }
  CloseHandle(handle);
#else
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fail(ErrorCode::io_failed, text(name, ": cannot be opened: ", last_system_error()));
  struct stat info{};
  if (fstat(fd, &info) == 0) file.size_ = static_cast<std::size_t>(info.st_size);
  if (file.size_ > 0) {
    void* data = mmap(nullptr, file.size_, PROT_READ, MAP_PRIVATE, fd, 0);
    file.data_ = data == MAP_FAILED ? nullptr : static_cast<const std::byte*>(data);
  }
  ::close(fd);
#endif
  if (file.size_ == 0) return fail(ErrorCode::empty, text(name, ": is empty"));
  if (!file.data_) return fail(ErrorCode::io_failed, text(name, ": cannot be read: ", last_system_error()));
  return file;
}

Result<void> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::error_code ec;
  const auto status = std::filesystem::status(path, ec);
  if (std::filesystem::is_directory(status)) {
    return fail(ErrorCode::io_failed, text(path.string(), ": is a directory; name a file in it"));
  }
  const bool there = std::filesystem::exists(status);
  if (there && !std::filesystem::is_regular_file(status)) return write_through(path, bytes);
  if (!there && status.type() != std::filesystem::file_type::not_found)
    return not_written(path, ec.message());
  const std::filesystem::path target = behind_links(path);
  std::filesystem::path temporary;
  std::FILE* out = create_beside(target, temporary);
  if (!out) return not_written(path, last_system_error());
  if (there) take_permissions(target, out);
  std::string reason = write_all(out, bytes);
  if (reason.empty()) {
    std::filesystem::rename(temporary, target, ec);
    if (!ec) return {};
    reason = ec.message();
  }
  std::filesystem::remove(temporary, ec);
  return not_written(path, reason);
}

Result<void> write_file(const std::filesystem::path& path, std::string_view content) {
  return write_file(path, std::as_bytes(std::span(content.data(), content.size())));
}

}  // namespace ambula
