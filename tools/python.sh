# For other scripts to read in: finds a Python 3.11 or later that can make virtual environments.
# shellcheck shell=sh

say() { printf '%s\n' "citychase: $*" >&2; }

find_python() {
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
}

has_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# install_debian PACKAGE…
install_debian() {
    if ! command -v apt-get >/dev/null; then
        say "please install Python 3.11 or later with its venv module, then try again."
        exit 1
    fi
    sudo=
    if [ "$(id -u)" -ne 0 ]; then
        sudo=sudo
        say "Debian's packages $* are needed. sudo installs them and may ask for your password."
    fi
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >&2
}
