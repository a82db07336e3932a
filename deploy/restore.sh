#!/bin/sh
# Restores a backup into an installation that has no data yet, and starts it: deploy/restore.sh <folder>
# The installation needs the ENCRYPTION_KEYS of the one that was backed up. Other secrets may differ.
set -eu
folder=${1:?the folder that backup.sh wrote}
compose() { ${COMPOSE:-docker compose} "$@"; }
(cd "$folder" && sha256sum --check --quiet SHA256SUMS)
compose up --detach --wait postgres
# The superuser needs its password on the socket, too; the container has it.
postgres() { compose exec -T postgres sh -c 'PGPASSWORD=$POSTGRES_PASSWORD exec "$@"' sh "$@"; }
tables="SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
if [ "$(postgres psql --username=postgres --no-align --tuples-only --dbname=pramaan --command="$tables" < /dev/null)" != 0 ]; then
  echo 'The database has tables already. Restore into an empty volume: docker compose down --volumes' >&2
  exit 1
fi
for database in temporal temporal_visibility pramaan; do
  postgres pg_restore --username=postgres --dbname="$database" --exit-on-error --single-transaction \
    < "$folder/$database.dump"
done
compose up --detach --wait
