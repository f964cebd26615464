# Shared by the scripts: installing Debian packages once, quiet steps with a log, one clear line on failure.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

script_name=${script_name:-$(basename "$0")}
log_folder=build/log
mkdir -p "$log_folder"

die() {
  printf '%s: %s\n' "$script_name" "$*" >&2
  exit 1
}

# step NAME COMMAND...: runs quietly; on failure shows the end of the log and says which step it was.
step() {
  local name=$1 log
  shift
  log="$log_folder/${name// /-}.txt"
  printf '%s: %s ...\n' "$script_name" "$name"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    die "$name failed; the whole output is in $log"
  fi
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "needs root or sudo for: $*"
    return 1
  fi
}

apt_install() {
  as_root apt-get update -q
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

# need PACKAGE...: installs those that are missing; does nothing, and asks nothing, when all are there.
need() {
  local missing=() package
  command -v dpkg-query >/dev/null || die "this script installs Debian packages; elsewhere, install yourself: $*"
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] || step "installing ${#missing[@]} packages" apt_install "${missing[@]}"
}

build_packages=(g++ cmake ninja-build ccache libtbb-dev libassimp-dev libmeshoptimizer-dev nlohmann-json3-dev libcli11-dev
  zlib1g-dev)
test_packages=(libgtest-dev librecast-dev xz-utils libcgal-dev libgmp-dev libmpfr-dev)
format_packages=(clang-format-19)
x32_packages=(libx32stdc++-12-dev libc6-dev-x32) # headers only: nothing is linked

# build PRESET TARGET...: configures when needed, then builds.
build() {
  local preset=$1
  shift
  step "configuring $preset" cmake --preset "$preset"
  step "building $preset" cmake --build "build/$preset" --target "$@"
}
