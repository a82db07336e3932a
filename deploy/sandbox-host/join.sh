#!/usr/bin/env bash
# Makes this machine a sandbox host, or brings it up to date: sudo ./join.sh --image IMAGE --env FILE --secrets FOLDER
#
#   --image IMAGE          the service's image, ideally with its digest
#   --env FILE             the worker's settings; sandbox.env.example lists them
#   --secrets FOLDER       the files that they name as /secrets/…
#   --certificates FOLDER  the files that they name as /certificates/…
#   --host NAME            this machine's unique name; its host name by default
#   --no-start             installs everything and starts nothing
#
# Needs systemd and Docker. ROOT names another root folder to install into.
set -euo pipefail

fail() { echo "join.sh: $*" >&2; exit 2; }

image='' env='' secrets='' certificates='' host=$(hostname) start=yes
while [ $# -gt 0 ]; do
  case $1 in
    --no-start) start=; shift; continue ;;
    --image | --env | --secrets | --certificates | --host) [ $# -ge 2 ] || fail "$1 needs a value." ;;
    *) fail "unknown option $1" ;;
  esac
  case $1 in
    --image) image=$2 ;; --env) env=$2 ;; --secrets) secrets=$2 ;; --certificates) certificates=$2 ;; --host) host=$2 ;;
  esac
  shift 2
done

[ -n "$image" ] || fail '--image is missing.'
[ -r "$env" ] || fail "--env: \"$env\" cannot be read."
[ -d "$secrets" ] || fail "--secrets: \"$secrets\" is not a folder."
[ -z "$certificates" ] || [ -d "$certificates" ] || fail "--certificates: \"$certificates\" is not a folder."
[[ $host =~ ^[A-Za-z0-9_.-]{1,100}$ ]] || fail "--host: expected letters, digits, dots and dashes."
root=${ROOT:-}
[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail 'run this as root.'
# Every file that a setting names must be there, or the worker would fail after the start.
while IFS='=' read -r setting path; do
  case $path in
    /secrets/*) [ -s "$secrets/${path#/secrets/}" ] || fail "$setting: $path is not in $secrets." ;;
    /certificates/*) [ -s "${certificates:-/nonexistent}/${path#/certificates/}" ] || fail "$setting: $path is not in --certificates." ;;
  esac
done < <(grep -E '^[A-Z_]+=' "$env")
grep -q '^WORKER_ROLES=sandboxes$' "$env" || fail "--env: expected WORKER_ROLES=sandboxes."

socket=/var/run/docker.sock
gid=${DOCKER_GID:-$(stat -c %g "$socket" 2>/dev/null || fail "Docker is not running: $socket is missing.")}

etc=$root/etc/pramaan
install -d -m 755 "$etc"
install -d -o 10001 -g 10001 -m 700 "$root/var/lib/pramaan/desktops" "$etc/secrets" "$etc/certificates"
for file in "$secrets"/*; do [ ! -f "$file" ] || install -o 10001 -g 10001 -m 400 "$file" "$etc/secrets/"; done
[ -z "$certificates" ] || for file in "$certificates"/*; do
  [ ! -f "$file" ] || install -o 10001 -g 10001 -m 400 "$file" "$etc/certificates/"
done
install -m 600 "$env" "$etc/sandbox.env"
printf 'SERVICE_IMAGE=%s\nSANDBOX_HOST=%s\nDOCKER_GID=%s\n' "$image" "$host" "$gid" > "$etc/host.env"
install -D -m 644 "$(dirname "$0")/pramaan-sandbox.service" "$root/etc/systemd/system/pramaan-sandbox.service"

[ -n "$start" ] || { echo "Installed; systemctl enable --now pramaan-sandbox starts it."; exit 0; }
docker image inspect "$image" >/dev/null 2>&1 || docker pull "$image"
systemctl daemon-reload
systemctl enable pramaan-sandbox
systemctl restart pramaan-sandbox
for _ in $(seq 60); do
  case $(docker inspect -f '{{.State.Health.Status}}' pramaan-sandbox-worker 2>/dev/null) in
    healthy) echo "This machine serves sandboxes as $host."; exit 0 ;;
  esac
  sleep 2
done
fail 'the worker did not become healthy in two minutes: journalctl -u pramaan-sandbox says why.'
