#!/bin/sh
# Creates or updates Temporal's tables. Can run at every start, because existing tables are left unchanged.
set -eu
for name in temporal visibility; do
  database=temporal
  [ "$name" = temporal ] || database=temporal_visibility
  tool() { temporal-sql-tool --plugin postgres12 --ep postgres -p 5432 -u temporal --db "$database" "$@"; }
  tool setup-schema -v 0.0
  tool update-schema -d "/etc/temporal/schema/postgresql/v12/$name/versioned"
done
