#!/usr/bin/env bash
# Starts Postgres. On an empty volume it first creates the cluster with the superuser's password, the database, and what the scripts in
# /docker-entrypoint-initdb.d create, under the settings that the official image has too. The cluster is created beside its place and
# moved there once it is whole, so a first start that was cut off begins anew.
set -euo pipefail

create_cluster() {
  : "${POSTGRES_PASSWORD:?the superuser needs a password}"
  export POSTGRES_USER=${POSTGRES_USER:-postgres} POSTGRES_DB=${POSTGRES_DB:-postgres}
  export PGPASSWORD=$POSTGRES_PASSWORD
  local unfinished=$PGDATA.new
  rm -rf "$unfinished"
  mkdir -p "$(dirname "$PGDATA")"
  # The arguments are separate words.
  # shellcheck disable=SC2086
  initdb --pgdata="$unfinished" --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") \
    ${POSTGRES_INITDB_ARGS:-}
  printf 'host all all all scram-sha-256\n' >>"$unfinished/pg_hba.conf"
  # The server does not listen on a network yet, so health checks fail and nothing connects too
  # early.
  pg_ctl --pgdata="$unfinished" --options="-c listen_addresses=''" --wait --silent start
  if [ "$POSTGRES_DB" != postgres ]; then
    createdb --username="$POSTGRES_USER" --maintenance-db=postgres "$POSTGRES_DB"
  fi
  local script
  for script in /docker-entrypoint-initdb.d/*.sh; do
    [ ! -e "$script" ] || bash "$script"
  done
  pg_ctl --pgdata="$unfinished" --wait --silent stop
  rmdir "$PGDATA" 2>/dev/null || true
  mv "$unfinished" "$PGDATA"
  unset PGPASSWORD
}

if [ "${1:-}" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then create_cluster; fi
exec "$@"
