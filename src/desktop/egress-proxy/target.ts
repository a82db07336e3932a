import { decideEgress, type EgressPolicy } from '../../governance/egress.ts';

/** Where a client wants to go, or why it may not. */
export type Target =
  | { readonly ok: true; readonly host: string; readonly port: 80 | 443; readonly path: string }
  | { readonly ok: false; readonly host: string; readonly port: number | null; readonly rule: string };

const AUTHORITY = /^([a-z0-9._-]{1,255}):(\d{1,5})$/i;
const ABSOLUTE = /^http:\/\/([a-z0-9._-]{1,255})(?::(\d{1,5}))?([/?][\x21-\x22\x24-\x7e]*)?$/i;

/** The rule that a name breaks which is not even shaped like one. Nothing is decoded: what needs it is no host. */
const misshapen = (authority: string): string => {
  if (authority.includes('@')) return 'credentials';
  if (/[[\]]|:.*:/.test(authority)) return 'ip-literal';
  return 'malformed';
};

const portOf = (text: string | undefined): number | null => {
  const port = Number(text);
  return text !== undefined && port > 0 && port < 65_536 ? port : null;
};

/** Asks the policy about a name on one of the two ports that a fence knows. */
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

/** The target of CONNECT: a name and a port, and nothing that could be read in two ways. */
export const connectTarget = (authority: string, policy: EgressPolicy): Target => {
  const [, host, port] = AUTHORITY.exec(authority) ?? [];
  if (host === undefined) {
    const last = /:(\d{1,5})$/.exec(authority)?.[1];
    return { ok: false, host: authority, port: portOf(last), rule: misshapen(authority) };
  }
  return decide(host, portOf(port), '', policy);
};

/** The target of a request for a proxy: an absolute `http` URL (RFC 9112, 3.2.2). */
export const absoluteTarget = (url: string, policy: EgressPolicy): Target => {
  const [, host, port, path = '/'] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined) {
    const [, scheme, authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url) ?? [];
    const isOther = scheme !== undefined && scheme.toLowerCase() !== 'http';
    return { ok: false, host: authority, port: null, rule: isOther ? 'scheme' : misshapen(authority) };
  }
  const target = decide(host, port === undefined ? 80 : portOf(port), path.replace(/^\?/, '/?'), policy);
  // TLS has a way of its own: in plain text that port is nobody's.
  return target.ok && target.port === 443 ? { ...target, ok: false, rule: 'port' } : target;
};

/** A host as Host header and server name write it: without its port, its case and the dot at its end. */
export const bareHost = (value: string): string =>
  value
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
