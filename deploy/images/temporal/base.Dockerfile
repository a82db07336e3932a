# The shared base of Temporal's images. The official ones are made on Alpine, so the shell and wget come from busybox here too;
# Debian's busybox has no nc -z. Built by ../build.sh.
ARG BASE
FROM ${BASE}
RUN export DEBIAN_FRONTEND=noninteractive \
 && apt-get update \
 && apt-get install -y --no-install-recommends busybox ca-certificates curl netcat-openbsd tzdata \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
 && ln -s /usr/bin/busybox /usr/local/bin/wget \
 && ln -sf busybox /usr/bin/sh \
 && groupadd -g 1000 temporal && useradd -u 1000 -g temporal -m temporal
