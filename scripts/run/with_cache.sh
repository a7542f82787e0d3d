#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# with_cache.sh FOLDER COMMAND ...: runs a command that may build something, with a cache of the compiler that can
# be written to. FOLDER is a build folder, which takes one if that of the user cannot.
set -eu
. "$(dirname "$0")/settings.sh"
choose_cache "$1"
shift
exec "$@"
