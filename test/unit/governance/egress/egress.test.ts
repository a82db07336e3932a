import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideEgress, decideStart, narrowAllow } from '../../../../src/governance/egress.ts';
import { egressEntry, malformedEgressEntries } from '../../../../src/governance/egress-entry.ts';
import { parsePinnedHost } from '../../../../src/governance/pinned-hosts.ts';
import { runs } from '../../../helpers/runs.ts';

const allow = ['allowed.test', '*.wild.test', 'ported.test:8443', 'xn--bcher-kva.example'];

const ruleFor = (url: string) => decideEgress(url, { allow }).rule;

describe('An address on the allow list', () => {
  it.each([
    ['https://allowed.test/a?b=c', 'allowed.test'],
    ['http://allowed.test', 'allowed.test'],
    ['https://ALLOWED.Test:443/', 'allowed.test'],
    ['https://allowed.test./', 'allowed.test'],
    ['wss://allowed.test/socket', 'allowed.test'],
    ['https://a.wild.test/', '*.wild.test'],
    ['https://a.b.wild.test/', '*.wild.test'],
    ['https://ported.test:8443/', 'ported.test:8443'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
  ])('%s is allowed by rule %s', (url, rule) => {
    expect(decideEgress(url, { allow })).toMatchObject({ allowed: true, rule });
  });
});

describe('Any other address', () => {
  it.each([
    ['https://evil.test/', 'default-deny'],
    ['https://notallowed.test/', 'default-deny'],
    ['https://xallowed.test/', 'default-deny'],
    ['https://allowed.test.evil.test/', 'default-deny'],
    ['https://sub.allowed.test/', 'default-deny'],
    ['https://wild.test/', 'default-deny'],
    ['https://evilwild.test/', 'default-deny'],
    ['https://.wild.test/', 'default-deny'],
    ['https://a..wild.test/', 'default-deny'],
    ['https://*.wild.test/', 'default-deny'],
    ['https://-.wild.test/', 'default-deny'],
    ['https://allowed.test../', 'default-deny'],
    ['https://localhost/', 'default-deny'],
    ['https://allowed.test:8443/', 'port'],
    ['https://ported.test/', 'port'],
    ['https://allowed.test@evil.test/', 'credentials'],
    ['https://user:pass@allowed.test/', 'credentials'],
    ['https://93.184.216.34/', 'ip-literal'],
    ['https://2130706433/', 'ip-literal'],
    ['https://0x7f.1/', 'ip-literal'],
    ['https://0177.0.0.1/', 'ip-literal'],
    ['https://127.1/', 'ip-literal'],
    ['https://①②⑦.⓪.⓪.①/', 'ip-literal'],
    ['https://[::1]/', 'ip-literal'],
    ['https://[::ffff:127.0.0.1]/', 'ip-literal'],
    ['ftp://allowed.test/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/plain,allowed.test', 'scheme'],
    ['allowed.test', 'not-a-url'],
    ['//allowed.test/', 'not-a-url'],
    ['', 'not-a-url'],
    ['https://', 'not-a-url'],
    ['https://example.com%20@evil', 'credentials'],
    ['https://evil.test/#@allowed.test', 'default-deny'],
    ['https://evil.test\\@allowed.test/', 'default-deny'],
  ])('%s is blocked by rule %s', (url, rule) => {
    expect(decideEgress(url, { allow })).toMatchObject({ allowed: false, rule });
  });

  it('every address is blocked when the list is empty or names no host', () => {
    const nothing = ['*', '', '*.', 'localhost', '127.0.0.1', 'https://allowed.test/x', '*.*', 'a b'];
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        expect(decideEgress(url, { allow: [] }).allowed).toBe(false);
        expect(decideEgress(url, { allow: nothing }).allowed).toBe(false);
      }),
    );
    expect(malformedEgressEntries([...nothing, ...allow])).toEqual(nothing);
  });
});

it('an address is judged by the host it leads to rather than by hosts that it mentions', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      fc.pre(!new URL(url).hostname.endsWith('.test'));
      expect(ruleFor(url)).toBe(/^[\d.]+$/.test(new URL(url).hostname) ? 'ip-literal' : 'default-deny');
    }),
  );
});

describe('A run’s start address', () => {
  it.each([
    ['https://allowed.test/form', 'allowed.test'],
    ['http://allowed.test:80/', 'allowed.test'],
    ['https://allowed.test:443/', 'allowed.test'],
    ['https://a.wild.test/', '*.wild.test'],
  ])('a run may start at %s by rule %s', (url, rule) => {
    expect(decideStart(url, { allow })).toMatchObject({ allowed: true, rule });
  });

  it.each([
    ['wss://allowed.test/', 'scheme'],
    ['ftp://allowed.test/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['chrome://settings', 'scheme'],
    ['view-source:https://allowed.test/', 'scheme'],
    ['https://ported.test:8443/', 'port'],
    ['https://allowed.test:80/', 'port'],
    ['http://allowed.test:443/', 'port'],
    ['https://evil.test/', 'default-deny'],
    ['https://user@allowed.test/', 'credentials'],
    ['https://0x7f.1/', 'ip-literal'],
    ['https://[::ffff:10.0.0.1]/', 'ip-literal'],
    ['allowed.test', 'not-a-url'],
    ['https://[fe80::1%25eth0]/', 'not-a-url'],
    ['', 'not-a-url'],
  ])('a run may not start at %s by rule %s', (url, rule) => {
    expect(decideStart(url, { allow })).toMatchObject({ allowed: false, rule });
  });
});

describe('An allow-list entry', () => {
  it.each([
    ['CLAIMS.Test', 'claims.test'],
    ['claims.test.', 'claims.test'],
    ['उदाहरण.भारत', 'xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['claims。test', 'claims.test'],
    ['*.CLAIMS.test.', '*.claims.test'],
    ['claims.test:443', 'claims.test:443'],
    ['*.co.in', '*.co.in'],
  ])('the entry %s is stored as %s', (entry, kept) => {
    expect(egressEntry(entry)).toBe(kept);
  });

  it.each([
    'https://claims.test/',
    '//claims.test',
    'claims.test/',
    'claims.test/path',
    'claims.test\\path',
    'claims.test?a',
    'claims.test#a',
    'user@claims.test',
    'claims%2Etest',
    'claims.test:',
    'claims.test:0',
    'claims.test:0443',
    'claims.test:65536',
    'claims.test:https',
    '*',
    '*.',
    '*.test',
    '*claims.test',
    'cl*ms.test',
    'a.*.claims.test',
    '*.*.claims.test',
    '.claims.test',
    'claims..test',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    'claims',
    'claims .test',
  ])('the entry %s names no host', (entry) => {
    expect(egressEntry(entry)).toBeUndefined();
    expect(narrowAllow(['claims.test', '*.claims.test'], [entry]).malformed).toEqual([0]);
  });

  it('an entry with a letter from another script is a different host', () => {
    const looksAlike = 'cl\u0430ims.test';
    expect(egressEntry(looksAlike)).toMatch(/^xn--/);
    expect(narrowAllow(['claims.test'], [looksAlike]).outside).toEqual([0]);
  });

  it('an entry for subdomains does not cover the host itself', () => {
    const { allow: names } = narrowAllow(['*.claims.test'], ['*.claims.test']);
    expect(decideEgress('http://a.claims.test/', { allow: names }).allowed).toBe(true);
    expect(decideEgress('http://claims.test/', { allow: names }).allowed).toBe(false);
  });
});

describe('A pinned host', () => {
  it.each([
    ['Claims.Test.=10.1.2.3', { host: 'claims.test', address: '10.1.2.3', port: undefined }],
    ['उदाहरण.भारत=10.1.2.3:8443', { host: 'xn--p1b6ci4b4b3a.xn--h2brj9c', address: '10.1.2.3', port: 8_443 }],
  ])('the pin %s is parsed into the form of an allow-list entry', (text, pin) => {
    expect(parsePinnedHost(text)).toEqual(pin);
  });

  it.each([
    'claims.test',
    'claims.test=',
    'claims.test=10.1.2.256',
    'claims.test=10.1.02.3',
    'claims.test=10.1.2',
    'claims.test=10.1.2.3:0',
    'claims.test=10.1.2.3:65536',
    '*.claims.test=10.1.2.3',
    'claims%2Etest=10.1.2.3',
    '..=10.1.2.3',
  ])('the pin %s is rejected', (text) => {
    expect(parsePinnedHost(text)).toBeUndefined();
  });
});

describe('A run’s allow list', () => {
  it('a run may narrow its team’s list', () => {
    const wished = [
      'allowed.test',
      'ALLOWED.test:443',
      '*.a.wild.test',
      'b.wild.test',
      '*.wild.test',
      'ported.test:8443',
    ];
    expect(narrowAllow(allow, wished)).toEqual({ allow: wished, malformed: [], outside: [] });
    expect(narrowAllow(allow, undefined)).toEqual({ allow, malformed: [], outside: [] });
    expect(narrowAllow(allow, [])).toEqual({ allow: [], malformed: [], outside: [] });
  });

  it('a run may not widen its team’s list', () => {
    const wished = [
      'evil.test',
      'wild.test',
      '*.allowed.test',
      'ported.test',
      '*.test',
      'allowed.test:8443',
      'a.wild.test',
    ];
    const { allow: left, malformed, outside } = narrowAllow(allow, wished);
    expect(outside).toEqual([0, 1, 2, 3, 5]);
    expect(malformed).toEqual([4]);
    expect(left).toEqual([]);
  });

  it('a run never reaches an address that its team cannot reach', () => {
    const name = fc.constantFrom('a.test', 'b.test', 'x.a.test', 'y.x.a.test');
    const entry = fc
      .tuple(fc.constantFrom('', '*.'), name, fc.constantFrom('', ':80', ':443', ':8443'))
      .map((parts) => parts.join(''));
    const url = fc
      .tuple(fc.constantFrom('http', 'https'), name, fc.constantFrom('', ':80', ':443', ':8443'))
      .map(([scheme, host, port]) => `${scheme}://${host}${port}/`);
    fc.assert(
      fc.property(fc.array(entry), fc.array(entry), url, (outer, wished, target) => {
        const run = narrowAllow(outer, wished);
        if (decideEgress(target, run).allowed)
          expect(decideEgress(target, { allow: outer }).allowed).toBe(true);
      }),
      runs(1_000),
    );
  });
});
