#!/bin/sh
# Writes a backup of the installation that `docker compose` runs here into a new folder: deploy/backup.sh <folder>
# The service can keep running. Keep .env, above all ENCRYPTION_KEYS, elsewhere: without it nobody can read the cases.
set -eu
umask 077
folder=${1:?the folder to create}
compose() { ${COMPOSE:-docker compose} "$@"; }
mkdir "$folder"
# Temporal's databases come first: a run that is only in the service's database is started again after a restore, but a
# workflow whose run is not there would be lost.
for database in temporal temporal_visibility pramaan; do
  compose exec -T postgres sh -c 'PGPASSWORD=$POSTGRES_PASSWORD exec pg_dump --username=postgres --format=custom "$1"' \
    sh "$database" < /dev/null > "$folder/$database.dump"
done
(cd "$folder" && sha256sum ./*.dump > SHA256SUMS)
echo "The backup is in $folder"
