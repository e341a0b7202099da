#!/bin/bash
# Installs torchgrader @VERSION@ into a virtual environment of its own. Run it once, with a network, as root or as the
# user who will grade; where just this is installed already, it does nothing. The system's python3 stays as it is.
# Each Python is isolated (-I), since the current folder may be a student's, with modules of any name.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${TORCHGRADER_HOME:-/opt/torchgrader}
index=@INDEX@

installed="$home/installed.sha256"
if (cd "$here" && sha256sum --check --status "$installed") 2>/dev/null; then
    exit
fi

suitable() {
    "$1" -I -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    local name
    for name in python@PYTHON@ python3.14 python3.13 python3.12 python3.11 python3; do
        if suitable "$name"; then
            echo "$name"
            return
        fi
    done
    return 1
}

if ! python=$(find_python); then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet
    for version in @PYTHON@ 3.13 3.12 3.11; do
        apt-get install --quiet --yes --no-install-recommends "python$version" "python$version-venv" && break
    done
    if ! python=$(find_python); then
        echo "torchgrader needs Python 3.11 or newer with venv, and none could be installed." >&2
        exit 1
    fi
fi

"$python" -I -m venv --clear "$home/venv"
"$home/venv/bin/pip" install --quiet --no-cache-dir --disable-pip-version-check \
    ${index:+--extra-index-url "$index"} --constraint "$here/constraints.txt" "$here"/torchgrader-*.whl
"$home/venv/bin/grade" doctor
(cd "$here" && sha256sum setup.sh constraints.txt torchgrader-*.whl) >"$installed"
