#!/bin/bash
# Creates the cluster on an empty volume, runs the scripts in /docker-entrypoint-initdb.d once, then starts the server.
set -euo pipefail

if [ "${1:-}" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  : "${POSTGRES_PASSWORD:?the password of the superuser}"
  export POSTGRES_USER=postgres POSTGRES_DB="${POSTGRES_DB:-postgres}" PGPASSWORD="$POSTGRES_PASSWORD"
  mkdir -p -m 700 "$PGDATA"
  # Word splitting is intended: the variable holds several options.
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") --no-instructions ${POSTGRES_INITDB_ARGS:-}
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  # Only the socket is open until the roles exist, so nothing can connect too early and the health check fails.
  PGUSER=postgres pg_ctl --options="-c listen_addresses=''" --wait start
  [ "$POSTGRES_DB" = postgres ] || createdb --username=postgres "$POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*.sh; do
    [ -e "$script" ] || continue
    bash "$script"
  done
  PGUSER=postgres pg_ctl --mode=fast --wait stop
  unset PGPASSWORD
fi
exec "$@"
