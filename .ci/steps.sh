# The common parts of `.ci/run` and `.ci/night`.
set -u
cd "$(dirname "$0")/.."

# Some tests need these programs. Without a program, its tests are skipped. If the variable CI is set, the tests fail.
for program in redis-server chromium; do
  if ! command -v "$program" >/dev/null && command -v apt-get >/dev/null; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    { $as_root apt-get update && $as_root apt-get install -y --no-install-recommends "$program"; } >/dev/null 2>&1 ||
      echo "$program could not be installed."
  fi
done

failed=''
attempt() {
  "$@" || failed+="Failed: $*"$'\n'
}

# Removes the reports of an earlier run, so that their tests are not counted, and installs the packages.
start() {
  reports=("${@/#/reports/}")
  rm -f "${reports[@]}"
  attempt npm ci
  [ -z "$failed" ] || finish
}

# Prints the sum of the reports, and exits. A command can fail although none of its tests failed.
finish() {
  printf '%s' "$failed"
  node .ci/sum-reports.mjs "${reports[@]}" && [ -z "$failed" ]
  exit
}
