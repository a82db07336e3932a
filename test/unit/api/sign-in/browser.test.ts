import { describe, expect, it } from 'vitest';
import { readCookie } from '../../../../src/api/auth/cookies.ts';
import { csrfTokenOf, requireCsrfProof } from '../../../../src/api/auth/csrf.ts';
import { isSameOrigin } from '../../../../src/api/auth/same-origin.ts';
import { HOME, page, safePath } from '../../../../src/api/sign-in/pages.ts';
import { keepPending, readPending } from '../../../../src/api/sign-in/pending.ts';
import { KeyRing } from '../../../../src/store/crypto/key-ring.ts';

const BASE = 'https://pramaan.example.in';
const ring = (byte: number): KeyRing => new KeyRing([{ id: 'k1', key: Buffer.alloc(32, byte) }], 'csrf');

describe('The path to open after a sign-in', () => {
  it.each(['/console', '/console/runs?state=open', '/v1/auth/web-ui'])('%s is opened', (path) => {
    expect(safePath(path)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'console',
    'https://evil.example',
    '//evil.example/x',
    String.raw`/\evil.example`,
    '/\t/evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
  ])('%s is not', (path) => {
    expect(safePath(path)).toBe(HOME);
  });

  it('a page shows texts and addresses without letting them become markup', () => {
    const { body } = page({ status: 200, title: '<b>', text: '"\'&', goTo: '/x"><script>' });
    expect(body).not.toMatch(/<b>|<script>|"'&/);
  });
});

describe('Where a request came from', () => {
  it.each([
    [{ origin: BASE, site: '' }, true],
    [{ origin: BASE, site: 'cross-site' }, true],
    [{ origin: 'null', site: 'same-origin' }, true],
    [{ origin: '', site: 'same-origin' }, true],
    [{ origin: '', site: '' }, false],
    [{ origin: 'null', site: 'cross-site' }, false],
    [{ origin: '', site: 'same-site' }, false],
    [{ origin: 'https://other.example.in', site: 'same-origin' }, false],
    [{ origin: 'http://pramaan.example.in', site: '' }, false],
    [{ origin: 'https://pramaan.example.in:8443', site: '' }, false],
  ])('%j is the same origin: %s', (provenance, expected) => {
    expect(isSameOrigin(provenance, BASE)).toBe(expected);
  });

  const proof = { origin: BASE, site: 'same-origin' };

  it("a session's token proves that a page of this service made the request, and no other token does", () => {
    const token = csrfTokenOf(ring(1), 'session_1');
    const prove = (given: string, from = proof): void =>
      requireCsrfProof(ring(1), 'session_1', { ...from, token: given }, BASE);
    expect(() => prove(token)).not.toThrow();
    for (const other of ['', 'x', csrfTokenOf(ring(1), 'session_2'), csrfTokenOf(ring(2), 'session_1')]) {
      expect(() => prove(other)).toThrow('X-CSRF-Token');
    }
    expect(() => prove(token, { origin: 'https://evil.example', site: 'cross-site' })).toThrow(
      'X-CSRF-Token',
    );
  });
});

describe('Cookies', () => {
  it('a cookie is found among others by its whole name, and not if it is there twice', () => {
    expect(readCookie('a=1; __Host-x=2; b=3', '__Host-x')).toBe('2');
    expect(readCookie('a__Host-x=2', '__Host-x')).toBeUndefined();
    expect(readCookie('__Host-x=2; __Host-x=3', '__Host-x')).toBeUndefined();
    expect(readCookie('', '__Host-x')).toBeUndefined();
  });

  it('only the browser that began a sign-in can finish it, and two sign-ins do not disturb each other', () => {
    const begin = (state: string) => {
      const cookie = keepPending(ring(1), { state, nonce: `n${state}`, verifier: 'v', returnTo: '/x' });
      expect(cookie).toMatch(/^__Host-\S+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/);
      return cookie.split(';')[0]!;
    };
    const both = `${begin('one')}; ${begin('two')}`;
    expect(readPending(ring(1), both, 'one')?.nonce).toBe('none');
    expect(readPending(ring(1), both, 'two')?.nonce).toBe('ntwo');
    expect(readPending(ring(1), both, 'three')).toBeUndefined();
    expect(readPending(ring(2), both, 'one')).toBeUndefined();
    expect(readPending(ring(1), '', 'one')).toBeUndefined();
    const swapped = both.replace(/=(\S+); (\S+?)=(\S+)$/, '=$3; $2=$1');
    expect(readPending(ring(1), swapped, 'one')).toBeUndefined();
  });
});
