#!/bin/sh
# Makes the namespace, where it is not there. Its search attributes are registered by the worker.
set -eu
temporal operator namespace describe -n default >/dev/null 2>&1 ||
  temporal operator namespace create -n default --retention 72h
