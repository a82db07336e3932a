import fc from 'fast-check';
import { connect, type Server } from 'node:net';
import { createServer } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import {
  type HelloReading,
  helloReader,
  secondHelloReader,
} from '../../../../src/desktop/egress-proxy/client-hello.ts';
import { clientHello } from '../../../helpers/hello.ts';

const names = fc.array(fc.domain(), { maxLength: 2 });

/** Returns the first bytes that a real TLS client sends. */
const realHello = async (servername: string | undefined): Promise<Buffer> => {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const server: Server = createServer((socket) => {
    socket.once('data', (bytes) => {
      resolve(bytes);
      socket.destroy();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  const client = connectTls({ socket: connect(port, '127.0.0.1'), ...(servername && { servername }) });
  client.on('error', () => undefined);
  const bytes = await promise;
  server.close();
  return bytes;
};

const readClientHello = (bytes: Buffer): HelloReading => helloReader()(bytes);

describe('Reading a TLS ClientHello', () => {
  it('the reader returns the same result however the hello is split into pieces and records', () => {
    fc.assert(
      fc.property(
        names,
        fc.boolean(),
        fc.integer({ min: 1, max: 600 }),
        fc.nat(2_000),
        (list, ech, size, padding) => {
          const bytes = clientHello({ names: list, ech, padding }, size);
          expect(readClientHello(bytes)).toEqual({
            kind: 'hello',
            names: list,
            hidden: ech,
            length: bytes.length,
          });
          expect(readClientHello(Buffer.concat([bytes, Buffer.from('what follows')])).kind).toBe('hello');
        },
      ),
    );
  });

  it('the reader returns the same result for a growing hello and for a second hello after other records', () => {
    const between = Buffer.from([20, 3, 3, 0, 1, 1, 23, 3, 3, 0, 2, 9, 9]);
    fc.assert(
      fc.property(
        names,
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 1, max: 90 }),
        (list, size, step) => {
          const bytes = clientHello({ names: list, padding: 300 }, size);
          for (const [reader, from] of [
            [helloReader(), 0],
            [secondHelloReader(), between.length],
          ] as const) {
            const all = Buffer.concat([between.subarray(0, from), bytes]);
            let seen: HelloReading = { kind: 'partial' };
            for (let length = step; seen.kind === 'partial' && length < all.length + step; length += step) {
              seen = reader(Buffer.from(all.subarray(0, length)));
            }
            expect(seen).toEqual({ kind: 'hello', names: list, hidden: false, length: all.length });
          }
        },
      ),
    );
  });

  it('the reader handles ten thousand slowly arriving records at next to no CPU cost', () => {
    const bytes = clientHello({ names: ['allowed.test'], padding: 10_000 }, 1);
    const reader = helloReader();
    const begun = process.cpuUsage();
    let seen: HelloReading = { kind: 'partial' };
    for (let length = 1; seen.kind === 'partial'; length += 1) seen = reader(bytes.subarray(0, length));
    expect(seen).toMatchObject({ names: ['allowed.test'] });
    // This once took minutes, when each record was joined to all earlier ones.
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });

  it('the reader asks for more until the last byte arrives', () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 20, max: 600 }), fc.nat(), (list, size, cut) => {
        const bytes = clientHello({ names: list }, size);
        expect(readClientHello(bytes.subarray(0, cut % bytes.length)).kind).toBe('partial');
      }),
    );
  });

  it('the reader never throws, whatever bytes it receives', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), fc.nat(255), (noise, at, value) => {
        readClientHello(Buffer.from(noise));
        const bytes = clientHello({ names: ['allowed.test'] });
        bytes[at % bytes.length] = value;
        expect(['partial', 'not-tls', 'hello']).toContain(readClientHello(bytes).kind);
      }),
    );
  });

  it('the reader reports both server names when two extensions name one each', () => {
    const bytes = clientHello({ names: ['allowed.test', 'evil.test'], apart: true });
    expect(readClientHello(bytes)).toMatchObject({ names: ['allowed.test', 'evil.test'] });
  });

  it('the reader understands a real client’s hello', async () => {
    expect(readClientHello(await realHello('www.example.in'))).toMatchObject({
      kind: 'hello',
      names: ['www.example.in'],
      hidden: false,
    });
    expect(readClientHello(await realHello(undefined))).toMatchObject({ kind: 'hello', names: [] });
  });

  it.each(['GET / HTTP/1.1\r\n', 'SSH-2.0-x\r\n', '\u0016\u0002', '\u0015\u0003\u0001\u0000\u0002'])(
    'the reader reports %j as not TLS',
    (text) => {
      expect(readClientHello(Buffer.from(text, 'latin1')).kind).toBe('not-tls');
    },
  );
});
