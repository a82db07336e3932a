import Docker from 'dockerode';

/**
 * Creates a client for the container engine at `host`: `unix:///path` or `tcp://host:port`, as in DOCKER_HOST.
 * @param timeoutMs milliseconds without traffic after which a request is ended; no limit by default
 * @throws TypeError for any other kind of address
 */
export const connectContainerEngine = (host: string, timeoutMs?: number): Docker => {
  const timeout = timeoutMs === undefined ? {} : { timeout: timeoutMs };
  if (host.startsWith('unix://')) return new Docker({ socketPath: host.slice('unix://'.length), ...timeout });
  const url = URL.canParse(host) ? new URL(host) : undefined;
  if (url === undefined || !['tcp:', 'http:', 'https:'].includes(url.protocol) || url.port === '') {
    throw new TypeError('The address of a container engine must be unix:///path or tcp://host:port.');
  }
  const protocol = url.protocol === 'https:' ? 'https' : 'http';
  return new Docker({ protocol, host: url.hostname, port: Number(url.port), ...timeout });
};
