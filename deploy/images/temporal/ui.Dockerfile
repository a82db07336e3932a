# Temporal's Web UI, in place of temporalio/ui. Built by ../build.sh.
ARG BASE
FROM ${BASE}
WORKDIR /home/ui-server
COPY ui-server start-ui-server.sh ./
COPY docker.yaml ./config/docker.yaml
USER temporal
EXPOSE 8080
ENTRYPOINT ["./start-ui-server.sh"]
