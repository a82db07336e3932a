import { decideEgress, type EgressPolicy } from '../../governance/egress.ts';

/** The requested destination, or the rule that forbids it. */
export type Target =
  | { readonly ok: true; readonly host: string; readonly port: 80 | 443; readonly path: string }
  | { readonly ok: false; readonly host: string; readonly port: number | null; readonly rule: string };

const AUTHORITY = /^([a-z0-9._-]{1,255}):(\d{1,5})$/i;
const ABSOLUTE = /^http:\/\/([a-z0-9._-]{1,255})(?::(\d{1,5}))?([/?][\x21-\x22\x24-\x7e]*)?$/i;

/**
 * Returns the rule broken by a string that is not a well-formed host name. Nothing is decoded, because a name that needs decoding
 * is not a host.
 */
const misshapen = (authority: string): string => {
  if (authority.includes('@')) return 'credentials';
  if (/[[\]]|:.*:/.test(authority)) return 'ip-literal';
  return 'malformed';
};

const portOf = (text: string | undefined): number | null => {
  const port = Number(text);
  return text !== undefined && port > 0 && port < 65_536 ? port : null;
};

/** Checks a name against the policy, and allows only the fence's two ports. */
const decide = (given: string, port: number | null, path: string, policy: EgressPolicy): Target => {
  const plain = port === 443 || port === 80 ? `:${port}` : '';
  const { allowed, host, rule } = decideEgress(
    `${port === 80 ? 'http' : 'https'}://${given}${plain}/`,
    policy,
  );
  if (!allowed) return { ok: false, host: host === '' ? given : host, port, rule };
  if (port !== 443 && port !== 80) return { ok: false, host, port, rule: 'port' };
  return { ok: true, host, port, path };
};

/** Reads the target of CONNECT: a name and a port, in a form that can be read in one way only. */
export const connectTarget = (authority: string, policy: EgressPolicy): Target => {
  const [, host, port] = AUTHORITY.exec(authority) ?? [];
  if (host === undefined) {
    const last = /:(\d{1,5})$/.exec(authority)?.[1];
    return { ok: false, host: authority, port: portOf(last), rule: misshapen(authority) };
  }
  return decide(host, portOf(port), '', policy);
};

/** Reads the target of a request to a proxy: an absolute `http` URL (RFC 9112, 3.2.2). */
export const absoluteTarget = (url: string, policy: EgressPolicy): Target => {
  const [, host, port, path = '/'] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined) {
    const [, scheme, authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url) ?? [];
    const isOther = scheme !== undefined && scheme.toLowerCase() !== 'http';
    return { ok: false, host: authority, port: null, rule: isOther ? 'scheme' : misshapen(authority) };
  }
  const target = decide(host, port === undefined ? 80 : portOf(port), path.replace(/^\?/, '/?'), policy);
  // TLS uses CONNECT, so a plain HTTP request does not need the TLS port.
  return target.ok && target.port === 443 ? { ...target, ok: false, rule: 'port' } : target;
};

/** Returns the host in a Host header or server name, in lower case and without the port and a trailing dot. */
export const bareHost = (value: string): string =>
  value
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
