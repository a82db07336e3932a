const ACCEPTED = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** Splits a reference as container engines do: without a registry it is one of Docker Hub. */
export const readReference = (reference: string) => {
  const [first = '', ...rest] = reference.split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const path = isHost ? rest.join('/') : reference;
  const [name = '', tag = 'latest'] = path.split(':', 2);
  return isHost
    ? { registry: first, name, tag }
    : { registry: 'registry-1.docker.io', name: name.includes('/') ? name : `library/${name}`, tag };
};

/** Asks for a token to read an image, as the registry's challenge says. */
const tokenFor = async (challenge: string): Promise<string> => {
  const parts = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  );
  if (parts['realm'] === undefined) throw new Error(`it asks for ${challenge}`);
  const url = new URL(parts['realm']);
  for (const name of ['service', 'scope'])
    if (parts[name] !== undefined) url.searchParams.set(name, parts[name]);
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`its token service answered ${reply.status}`);
  const { token, access_token: other } = (await reply.json()) as { token?: string; access_token?: string };
  return token ?? other ?? '';
};

/**
 * Asks a registry for the digest that a tag has now.
 * @returns the reference by its digest, which always names the same image
 * @throws Error with what the registry answered
 */
export const pinReference = async (reference: string): Promise<string> => {
  if (reference.includes('@')) return reference;
  const { registry, name, tag } = readReference(reference);
  const scheme = /^(localhost|127\.0\.0\.1)(:|$)/.test(registry) ? 'http' : 'https';
  const ask = async (token?: string): Promise<Response> =>
    fetch(`${scheme}://${registry}/v2/${name}/manifests/${tag}`, {
      method: 'HEAD',
      headers: { accept: ACCEPTED, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });
  let reply = await ask();
  if (reply.status === 401) reply = await ask(await tokenFor(reply.headers.get('www-authenticate') ?? ''));
  if (!reply.ok) throw new Error(`${registry} answered ${reply.status} for ${name}:${tag}`);
  const digest = reply.headers.get('docker-content-digest') ?? '';
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${registry} named no digest for ${name}:${tag}`);
  const tagged = reference.lastIndexOf(':') > reference.lastIndexOf('/');
  return `${tagged ? reference : `${reference}:${tag}`}@${digest}`;
};
