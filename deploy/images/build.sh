#!/usr/bin/env bash
# Builds the images that docker-compose.yml takes from others: Node, Postgres, Temporal's server, tools and Web UI. For machines
# that cannot pull them, and for the test of the compose file (test/deployment). They come from Debian's, Go's and npm's
# packages. Prints the lines for .env.
#
#   build.sh           builds what is missing or has changed here
#   build.sh --fresh   builds everything from the packages of today, for their security updates
#
# Needs root on Debian, docker, go, npm and mmdebstrap. DOCKER_HOST names the container engine; CACHE the folder for what is built
# before the images (800 MB).
set -euo pipefail

case $# in 0) fresh= ;; *) fresh=$1 ;; esac
case $#$fresh in 0 | 1--fresh) ;; *) echo 'build.sh: the only option is --fresh.' >&2; exit 2 ;; esac
cd "$(dirname "$0")"

NODE_VERSION=24.21.0
NPM_VERSION=11.21.2
SERVER_VERSION=1.30.4
UI_VERSION=2.49.1
CACHE=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pramaan/compose-images}
# The classic builder needs no plugin.
export DOCKER_BUILDKIT=0

for program in docker go npm mmdebstrap; do
  command -v "$program" >/dev/null || { echo "build.sh: $program is not installed." >&2; exit 1; }
done
mkdir -p "$CACHE"
exec 9>"$CACHE/lock"
flock 9
stage=$(mktemp -d "$CACHE/stage-XXXXXX")
trap 'rm -rf "$stage"' EXIT

say() { echo "build.sh: $*" >&2; }

has_image() { [ -n "$(docker images -q "$1")" ]; }

# Makes a Debian base image: base SUITE. A mirror may lag behind, so its lists are accepted past their expiry date, but they
# must be signed.
base() {
  [ -z "$fresh" ] && has_image "pramaan-debian:$1" && return
  say "a Debian base ($1)"
  mmdebstrap --quiet --variant=minbase --format=tar --aptopt='Acquire::Check-Valid-Until "false"' "$1" "$stage/$1.tar"
  docker import "$stage/$1.tar" "pramaan-debian:$1" >/dev/null
  rm "$stage/$1.tar"
}

# Builds a program from its Go module: program NAME FOLDER PACKAGE. The folder's go.sum pins every module by its hash. The
# standard library comes from the installed Go, so `--fresh` picks up its updates.
program() {
  local kept
  kept="$CACHE/$1-$(cat "$2/go.mod" "$2/go.sum" | sha256sum | cut -c1-16)"
  if [ -n "$fresh" ] || [ ! -x "$kept" ]; then
    say "$1 from its Go module, which takes minutes"
    # The hash has 16 characters; other programs' names begin with this one's.
    rm -f "$CACHE/$1"-????????????????.new
    (cd "$2" && CGO_ENABLED=0 GOWORK=off GOFLAGS='-mod=readonly -buildvcs=false' \
      go build -trimpath -ldflags='-s -w' -o "$kept.new" "$3")
    rm -f "$CACHE/$1"-????????????????
    mv "$kept.new" "$kept"
  fi
  install -m 755 "$kept" "$stage/$1"
}

# Copies files of a Go module: from_module FOLDER MODULE PATH NAME
from_module() {
  cp -r --no-preserve=mode "$(cd "$1" && go mod download && go list -m -f '{{.Dir}}' "$2")/$3" "$stage/$4"
}

# Builds an image with the staged files as its context: image NAME BASE DOCKERFILE
image() {
  say "$1"
  chmod -R u=rwX,go=rX "$stage"
  docker build --quiet ${fresh:+--no-cache} --network host --build-arg "BASE=$2" -t "$1" -f "$3" "$stage" >/dev/null
  find "$stage" -mindepth 1 -delete
}

base trixie
base forky

# Only Debian's next release has Postgres 18.
install -m 755 postgres/docker-entrypoint.sh "$stage/"
image pramaan-postgres:18 pramaan-debian:forky postgres/Dockerfile

case $(uname -m) in x86_64) cpu=x64 ;; aarch64) cpu=arm64 ;; *) say "no Node for $(uname -m)"; exit 1 ;; esac
for package in "node-linux-$cpu@$NODE_VERSION" "npm@$NPM_VERSION"; do
  archive=$(npm pack --silent --pack-destination "$stage" "$package")
  tar -xzf "$stage/$archive" -C "$stage" && rm "$stage/$archive"
  case $package in npm*) mv "$stage/package" "$stage/npm" ;; *) mv "$stage/package" "$stage/node" ;; esac
done
cp /etc/ssl/certs/ca-certificates.crt "$stage/certificates.crt"
image pramaan-node:24 pramaan-debian:trixie node/Dockerfile

image pramaan-debian:temporal pramaan-debian:trixie temporal/base.Dockerfile

program temporal-server temporal go.temporal.io/server/cmd/server
from_module temporal go.temporal.io/server docker/scripts/sh/entrypoint.sh entrypoint.sh
chmod 755 "$stage/entrypoint.sh"
image "pramaan-temporal-server:$SERVER_VERSION" pramaan-debian:temporal temporal/server.Dockerfile

program temporal-sql-tool temporal go.temporal.io/server/cmd/tools/sql
program temporal ../../src/provision/temporal-cli github.com/temporalio/cli/cmd/temporal
from_module temporal go.temporal.io/server schema schema
image "pramaan-temporal-admin-tools:$SERVER_VERSION" pramaan-debian:temporal temporal/admin-tools.Dockerfile

program ui-server temporal-ui github.com/temporalio/ui-server/v2/cmd/server
from_module temporal-ui github.com/temporalio/ui-server/v2 docker/start-ui-server.sh start-ui-server.sh
from_module temporal-ui github.com/temporalio/ui-server/v2 config/docker.yaml docker.yaml
chmod 755 "$stage/start-ui-server.sh"
image "pramaan-temporal-ui:$UI_VERSION" pramaan-debian:temporal temporal/ui.Dockerfile

cat <<EOF
NODE_IMAGE=pramaan-node:24
POSTGRES_IMAGE=pramaan-postgres:18
TEMPORAL_SERVER_IMAGE=pramaan-temporal-server:$SERVER_VERSION
TEMPORAL_ADMIN_TOOLS_IMAGE=pramaan-temporal-admin-tools:$SERVER_VERSION
TEMPORAL_UI_IMAGE=pramaan-temporal-ui:$UI_VERSION
EOF
