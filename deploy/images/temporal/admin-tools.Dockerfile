# Temporal's tools and schemas, in place of temporalio/admin-tools. Built by ../build.sh.
ARG BASE
FROM ${BASE}
COPY temporal temporal-sql-tool /usr/local/bin/
COPY schema /etc/temporal/schema
USER temporal
