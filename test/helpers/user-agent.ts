/** A page as a user agent received it, after redirects. */
export interface Visited {
  readonly status: number;
  readonly url: string;
  readonly body: string;
  readonly headers: Headers;
}

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The part of a browser that a sign-in needs, without the browser: cookies by host and redirects. */
export class UserAgent {
  readonly #jars = new Map<string, Map<string, string>>();

  /** Requests an address and follows redirects. @param until stops before following a redirect to an address for which it is true */
  async visit(
    address: string,
    { method = 'GET', body, headers = {} }: Sent = {},
    until: (next: string) => boolean = () => false,
  ): Promise<Visited> {
    let [url, verb, sent] = [address, method, body];
    for (let hops = 0; hops < 20; hops += 1) {
      const response = await fetch(url, {
        method: verb,
        redirect: 'manual',
        headers: { ...headers, cookie: this.cookiesFor(url) },
        ...(sent !== undefined && { body: sent }),
      });
      this.#keep(url, response.headers.getSetCookie());
      const text = await response.text();
      const location = response.headers.get('location');
      const next = location === null ? undefined : new URL(location, url).href;
      const { status } = response;
      if (next === undefined || status < 300 || status >= 400 || until(next)) {
        return {
          status,
          url: next !== undefined && until(next) ? next : url,
          body: text,
          headers: response.headers,
        };
      }
      [url, verb, sent] = [next, 'GET', undefined];
    }
    throw new Error('too many redirects');
  }

  cookiesFor(url: string): string {
    const jar = this.#jars.get(new URL(url).hostname);
    return [...(jar ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Returns a user agent with the same cookies, such as another tab that a test continues independently. */
  copy(): UserAgent {
    const other = new UserAgent();
    for (const [host, jar] of this.#jars) other.#jars.set(host, new Map(jar));
    return other;
  }

  #keep(url: string, cookies: readonly string[]): void {
    const host = new URL(url).hostname;
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      const gone = attributes.some((one) => /^ *(max-age=0|expires=thu, 01 jan 1970)/i.test(one));
      if (gone) jar.delete(name);
      else jar.set(name, value);
    }
    this.#jars.set(host, jar);
  }
}
