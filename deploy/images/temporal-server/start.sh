#!/bin/sh
# Starts the server on BIND_ON_IP. If that means all addresses, the server announces the container's own one.
set -eu
own=$(getent hosts "$(hostname)" | awk '{ print $1; exit }')
export BIND_ON_IP="${BIND_ON_IP:-$own}"
case $BIND_ON_IP in
  0.0.0.0 | ::0) export TEMPORAL_BROADCAST_ADDRESS="${TEMPORAL_BROADCAST_ADDRESS:-$own}" ;;
esac
exec temporal-server start
