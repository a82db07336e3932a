import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLab, type Lab } from '../../../helpers/egress-lab.ts';
import { CHANGE_CIPHER_SPEC, clientHello } from '../../../helpers/hello.ts';

const CONNECT = 'CONNECT allowed.test:443 HTTP/1.1\r\nHost: allowed.test:443\r\n\r\n';
const hello = (name: string) => clientHello({ names: [name] });
const EARLY = Buffer.concat([Buffer.from([23, 3, 3, 0, 4]), Buffer.from('data')]);

let lab: Lab;
beforeAll(async () => {
  lab = await createLab({ retry: true });
});
afterAll(async () => lab.close());

const sent = async (...parts: readonly (string | Buffer)[]) => {
  const from = { tls: lab.tlsBytes().length, blocks: lab.blocks.length };
  const heard = await lab.talk(CONNECT, ...parts);
  return { heard, tls: lab.tlsBytes().subarray(from.tls), blocks: lab.blocks.slice(from.blocks) };
};

it('a server that asks for a retry receives the second hello for the same name', async () => {
  for (const before of [Buffer.alloc(0), CHANGE_CIPHER_SPEC, Buffer.concat([CHANGE_CIPHER_SPEC, EARLY])]) {
    const second = Buffer.concat([before, hello('allowed.test')]);
    const { heard, tls, blocks } = await sent(hello('allowed.test'), second, 'more');
    expect(tls).toEqual(Buffer.concat([hello('allowed.test'), second, Buffer.from('more')]));
    expect(heard).toContain('TLS-ANSWER');
    expect(blocks).toEqual([]);
  }
});

it.each([
  ['for another name', [hello('allowed.test'), hello('evil.test')], 'sni-mismatch'],
  [
    'for another name after other records',
    [hello('allowed.test'), Buffer.concat([CHANGE_CIPHER_SPEC, EARLY, hello('evil.test')])],
    'sni-mismatch',
  ],
  [
    'for another name sent together with the first',
    [Buffer.concat([hello('allowed.test'), hello('evil.test')])],
    'sni-mismatch',
  ],
  ['without a name', [hello('allowed.test'), clientHello({})], 'no-sni'],
  [
    'with an encrypted name',
    [hello('allowed.test'), clientHello({ names: ['allowed.test'], ech: true })],
    'ech',
  ],
])('the fence does not forward a second hello %s', async (_what, parts, rule) => {
  const { tls, blocks } = await sent(...parts);
  expect(tls).toEqual(hello('allowed.test'));
  expect(blocks).toMatchObject([{ rule, via: 'tls' }]);
});

it('the fence refuses a second hello inside the record of the first', async () => {
  const [one, two] = [hello('allowed.test'), hello('evil.test')];
  const both = Buffer.concat([one, two.subarray(5)]);
  both.writeUInt16BE(both.length - 5, 3);
  const { tls, blocks } = await sent(both);
  expect(tls.length).toBe(0);
  expect(blocks).toMatchObject([{ rule: 'not-tls' }]);
});
