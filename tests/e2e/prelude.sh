# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# What the snippets of the cases can use, besides $WORK (where they run), $BUILD,
# $SOURCE, and lineprof and lineprof-view on the PATH.

CC=gcc-12
CXX=g++-12
OTHER_CC=gcc-11
PLUGIN=$BUILD/lib/lineprof.so

# Compile with the plugin.
profile() {
  "$CC" -O2 "-fplugin=$PLUGIN" "$@"
}

# The same with the clock that ticks once a reading: times are exact, too.
profile_counting() {
  profile -fplugin-arg-lineprof-clock=count -fplugin-arg-lineprof-mode=exact "$@"
}

# The hits of a file as `function line hits`, lines without a count left out.
hits() {
  lineprof-view --format=json "$1" 2>/dev/null | python3 -c '
import json, sys
for function in json.load(sys.stdin)["functions"]:
    for line in function["lines"]:
        if line["hits"] is not None:
            print(function["name"], line["line"], line["hits"])'
}

# Run a command without root's right to ignore permissions.
without_privilege() {
  if ((EUID == 0)); then
    setpriv --bounding-set=-dac_override,-dac_read_search "$@"
  else
    "$@"
  fi
}

# Say that a part of the case cannot be tried here: it goes with the test's output, and is
# none of what the case prints.
left_out() {
  printf '%s\n' "$*" >>"$LEFT_OUT"
}

# Copy programs that several cases use to the working folder.
take() {
  (cd "$SOURCE/tests/e2e/programs" && cp -- "$@" "$WORK")
}
