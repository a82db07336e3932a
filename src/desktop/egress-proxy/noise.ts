/**
 * Hosts that a browser contacts on its own for updates, lists, sign-in and captive-portal probes. They are refused like any other
 * host that is not allowed, but counted separately, so that they do not hide the attempts of a page or a program.
 */
const HOSTS: ReadonlySet<string> = new Set([
  'accounts.google.com',
  'android.clients.google.com',
  'clients1.google.com',
  'clients2.google.com',
  'clients2.googleusercontent.com',
  'clients3.google.com',
  'clients4.google.com',
  'clientservices.googleapis.com',
  'clients.l.google.com',
  'connectivitycheck.gstatic.com',
  'content-autofill.googleapis.com',
  'edgedl.me.gvt1.com',
  'mtalk.google.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com',
  'safebrowsing.googleapis.com',
  'safebrowsingohttpgateway.googleapis.com',
  'sb-ssl.google.com',
  't0.gstatic.com',
  'update.googleapis.com',
]);

/** Returns whether the browser made an attempt on its own. An attempt on a port other than 80 and 443 does not count. */
export const isBrowserNoise = (host: string, port: number | null): boolean =>
  (port === 443 || port === 80) && HOSTS.has(host);
