# What Temporal's images share. The official ones are made on Alpine, so the shell and the small programs come from busybox here
# too. Built by ../build.sh.
ARG BASE
FROM ${BASE}
RUN export DEBIAN_FRONTEND=noninteractive \
 && apt-get update \
 && apt-get install -y --no-install-recommends busybox ca-certificates curl tzdata \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
 && for name in nc wget; do ln -s /usr/bin/busybox /usr/local/bin/$name; done \
 && ln -sf busybox /usr/bin/sh \
 && groupadd -g 1000 temporal && useradd -u 1000 -g temporal -m temporal
