"""Serves a GGUF model on loopback with llama.cpp's own HTTP server: serve.py MODEL PORT CONTEXT THREADS."""
import os
import sys
import time

import xllamacpp

parent = os.getppid()
path, port, context, threads = sys.argv[1], *(int(value) for value in sys.argv[2:5])
params = xllamacpp.CommonParams()
params.model.path = path
params.hostnames = ["127.0.0.1"]
params.port = port
params.n_ctx = context
params.n_parallel = 1
params.offline = True
params.use_jinja = True
# Threads that spin while they wait would slow everything down on a machine that has other work.
for group in (params.cpuparams, params.cpuparams_batch):
    group.n_threads = threads
    group.poll = 0
server = xllamacpp.Server(params)
print("LISTEN", server.listening_address, flush=True)
# The tests may be killed, and then nobody else would end the server.
while os.getppid() == parent:
    time.sleep(1)
os._exit(0)
