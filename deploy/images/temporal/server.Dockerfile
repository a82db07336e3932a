# Temporal's server, in place of temporalio/server. Built by ../build.sh.
ARG BASE
FROM ${BASE}
COPY temporal-server /usr/local/bin/
COPY entrypoint.sh /etc/temporal/entrypoint.sh
WORKDIR /etc/temporal
USER temporal
CMD ["/etc/temporal/entrypoint.sh"]
