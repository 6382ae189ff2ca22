#!/bin/sh
# Starts the file beside it that fits this machine; prints one sentence if there is none.
here=$(cd "$(dirname "$0")" && pwd)
system=$(uname -s) machine=$(uname -m)
case "$machine" in
x86_64 | amd64) kind=linux-x64 ;;
aarch64 | arm64) kind=linux-arm64 ;;
*) kind= ;;
esac
if [ "$system" != Linux ] || [ -z "$kind" ]; then
  echo "Tollgate is released for Linux on x64 and arm64; this is $system on $machine: run it from its sources there." >&2
  exit 1
fi
for file in "$here"/tollgate-*-"$kind"; do
  [ -f "$file" ] || continue
  case "$kind" in
  linux-x64) loader=/lib64/ld-linux-x86-64.so.2 ;;
  linux-arm64) loader=/lib/ld-linux-aarch64.so.1 ;;
  esac
  if [ ! -e "$loader" ]; then
    echo "Tollgate needs the GNU C library (glibc), which this system has not: there is no $loader." >&2
    exit 1
  fi
  exec "$file" "$@"
done
echo "There is no file of Tollgate for $kind beside this one, in $here: get tollgate-VERSION-$kind." >&2
exit 1
