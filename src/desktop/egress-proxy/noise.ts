/**
 * Hosts that a browser calls on its own: updates, lists, sign-in, probes for captive portals. They are refused like any other
 * host that is not allowed, but counted apart, so that they do not hide what a page or a program tried.
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

/** Returns whether an attempt is the browser's own. An attempt on a port other than the web's is not. */
export const isBrowserNoise = (host: string, port: number | null): boolean =>
  (port === 443 || port === 80) && HOSTS.has(host);
