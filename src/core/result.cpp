// Names of error codes, as they stand in JSON.
#include "ambula/result.h"

namespace ambula {

const char* name_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::io_failed:
      return "io_failed";
    case ErrorCode::bad_format:
      return "bad_format";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::empty:
      return "empty";
    case ErrorCode::too_large:
      return "too_large";
    case ErrorCode::cancelled:
      return "cancelled";
    case ErrorCode::broken:
      return "broken";
  }
  return "unknown";
}

}  // namespace ambula
