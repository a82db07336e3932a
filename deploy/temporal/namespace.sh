#!/bin/sh
# Creates the namespace if it does not exist. The worker registers its search attributes.
set -eu
temporal operator namespace describe -n default >/dev/null 2>&1 ||
  temporal operator namespace create -n default --retention 72h
