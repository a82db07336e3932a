#!/bin/sh
# The postgres image runs this once, on an empty volume. It creates logins for Temporal and for the service, each with
# rights on its own database only. The superuser is used only for migrations.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  -v temporal="$TEMPORAL_DB_PASSWORD" -v service="$SERVICE_DB_PASSWORD" <<'SQL'
CREATE ROLE temporal LOGIN PASSWORD :'temporal';
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
CREATE ROLE pramaan_app NOLOGIN;
CREATE ROLE pramaan_service LOGIN PASSWORD :'service';
GRANT pramaan_app TO pramaan_service;
REVOKE CONNECT ON DATABASE pramaan FROM PUBLIC;
REVOKE CONNECT ON DATABASE temporal, temporal_visibility FROM PUBLIC;
GRANT CONNECT ON DATABASE pramaan TO pramaan_service, pramaan_app;
SQL
