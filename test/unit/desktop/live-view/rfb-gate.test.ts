import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HumanAct, RfbGate } from '../../../../src/desktop/live-view/rfb-gate.ts';
import { RfbViolationError } from '../../../../src/desktop/live-view/rfb-messages.ts';
import {
  continuous,
  cutText,
  extendedCutText,
  desktopSize,
  encodings,
  fence,
  GREETING,
  key,
  pixelFormat,
  pointer,
  qemuKey,
  updateRequest,
  xvp,
} from '../../../helpers/rfb-client.ts';
import { runs } from '../../../helpers/runs.ts';

const u16 = fc.nat(65_535);
const looks = fc.oneof(
  fc.boolean().map(updateRequest),
  fc.constant(pixelFormat()),
  fc.constant(continuous()),
  fc.string({ maxLength: 20, unit: 'grapheme-ascii' }).map(fence),
  fc.array(fc.integer({ min: -400, max: -317 }), { maxLength: 9 }).map((list) => encodings(...list)),
);
const acts = fc.oneof(
  fc.tuple(fc.nat(0xffff), fc.boolean()).map(([symbol, down]) => key(symbol, down)),
  fc
    .tuple(fc.nat(0xffff), fc.nat(255), fc.boolean())
    .map(([symbol, code, down]) => qemuKey(symbol, code, down)),
  fc.tuple(fc.nat(255), u16, u16).map(([mask, x, y]) => pointer(mask, x, y)),
  fc
    .tuple(fc.string({ unit: 'grapheme-ascii' }), fc.boolean())
    .map(([text, extended]) => cutText(text, extended)),
);
const nevers = fc.oneof(fc.constant(xvp()), fc.nat(4).map(desktopSize));

/** Feeds bytes in pieces of the given sizes, repeating the sizes as often as needed. */
const feed = (gate: RfbGate, bytes: Buffer, sizes: readonly number[]): Buffer => {
  const out: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length]!;
    out.push(gate.feed(bytes.subarray(at, at + size)));
    at += size;
  }
  return Buffer.concat(out);
};
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
const greeted = (onAct?: (act: HumanAct) => void): RfbGate => {
  const gate = new RfbGate(onAct);
  gate.feed(GREETING);
  return gate;
};

describe('A viewer who may only watch', () => {
  it('the gate forwards only picture requests, however the bytes are split', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(looks, acts, nevers)), sizes, (messages, pieces) => {
        const kinds = [0, 2, 3, 150, 248];
        const wanted = Buffer.concat(messages.filter((bytes) => kinds.includes(bytes[0]!)));
        const seen: HumanAct[] = [];
        expect(
          feed(
            greeted((act) => seen.push(act)),
            Buffer.concat(messages),
            pieces,
          ),
        ).toEqual(wanted);
        expect(seen).toEqual([]);
      }),
    );
  });
});

describe('A viewer who has control', () => {
  it('the gate forwards everything except messages that change or end the desktop', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(looks, acts, nevers)), sizes, (messages, pieces) => {
        const gate = greeted();
        gate.open();
        const wanted = Buffer.concat(messages.filter((bytes) => ![250, 251].includes(bytes[0]!)));
        expect(feed(gate, Buffer.concat(messages), pieces)).toEqual(wanted);
      }),
    );
  });

  it('the gate reports clicks with their position and keys without their name', () => {
    const seen: HumanAct[] = [];
    const gate = greeted((act) => seen.push(act));
    gate.open();
    for (const bytes of [pointer(0, 1, 2), pointer(1, 10, 20), pointer(1, 11, 21), pointer(0, 11, 21)])
      gate.feed(bytes);
    for (const bytes of [
      pointer(4, 5, 6),
      pointer(0, 5, 6),
      pointer(8, 5, 6),
      key(0x61, true),
      key(0x61, false),
    ]) {
      gate.feed(bytes);
    }
    gate.feed(cutText('1234'));
    expect(seen.filter(({ kind }) => kind !== 'move')).toEqual([
      { kind: 'click', button: 1, x: 10, y: 20 },
      { kind: 'click', button: 3, x: 5, y: 6 },
      { kind: 'scroll' },
      { kind: 'key' },
      { kind: 'paste', bytes: 4 },
    ]);
  });

  it('the gate reports the size of extended-clipboard text and nothing for an announcement', () => {
    const acts: unknown[] = [];
    const gate = greeted((act) => acts.push(act));
    gate.open();
    const text = 'नमस्ते ₹५०० 😀';
    gate.feed(extendedCutText(text));
    expect(acts).toEqual([{ kind: 'paste', bytes: Buffer.byteLength(text) }]);
    // For data that is not packed text, the gate reports the number of bytes that arrived: four bytes of flags, then garbage.
    gate.feed(cutText('\x10\x00\x00\x01garbage', true));
    expect(acts.at(-1)).toEqual({ kind: 'paste', bytes: 7 });
  });

  it('the gate releases held keys while control continues', () => {
    const gate = greeted();
    gate.open();
    gate.feed(key(0xffe3, true));
    expect(gate.letGo()).toEqual(key(0xffe3, false));
    expect(gate.feed(key(0x61, true))).toEqual(key(0x61, true));
  });

  it('the gate releases every held key and button when control ends', () => {
    const gate = greeted();
    gate.open();
    gate.feed(Buffer.concat([key(0xffe3, true), key(0x61, true), key(0x61, false), qemuKey(0x62, 48, true)]));
    gate.feed(pointer(1, 300, 400));
    expect(gate.shut()).toEqual(
      Buffer.concat([key(0xffe3, false), qemuKey(0x62, 48, false), pointer(0, 300, 400)]),
    );
    expect(gate.shut()).toEqual(Buffer.alloc(0));
    expect(gate.feed(Buffer.concat([key(0x61, true), updateRequest()]))).toEqual(updateRequest());
  });

  it('the gate drops a message whose sender lost control before it was complete', () => {
    const gate = greeted();
    gate.open();
    gate.feed(key(0x61, true).subarray(0, 5));
    gate.shut();
    expect(gate.feed(key(0x61, true).subarray(5))).toEqual(Buffer.alloc(0));
  });
});

describe('Bytes that do not form a message', () => {
  it('the gate waits for more bytes or ends the connection and does nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isOpen) => {
        const gate = greeted();
        if (isOpen) gate.open();
        try {
          expect(gate.feed(Buffer.from(bytes)).length).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RfbViolationError);
        }
      }),
      runs(1_000),
    );
  });

  it('the gate reads a paste that arrives in a hundred thousand pieces without copying it for each piece', () => {
    const gate = greeted();
    gate.open();
    const paste = cutText('x'.repeat(400_000));
    const onward: Buffer[] = [];
    const begun = process.cpuUsage();
    for (let at = 0; at < paste.length; at += 4) onward.push(gate.feed(paste.subarray(at, at + 4)));
    expect(Buffer.concat(onward).equals(paste)).toBe(true);
    // Copying everything again for each piece would copy 20 GB.
    expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
  });
});

describe('A viewer’s greeting', () => {
  it('the gate never forwards a request for exclusive access', () => {
    const alone = Buffer.concat([Buffer.from('RFB 003.008\n'), Buffer.from([1, 0])]);
    fc.assert(
      fc.property(sizes, (pieces) => {
        expect(feed(new RfbGate(), alone, pieces)).toEqual(GREETING);
      }),
    );
  });

  it.each([
    ['an old version', Buffer.from('RFB 003.003\n')],
    ['no RFB version', Buffer.from('GET / HTTP/1.1\r\n')],
    ['password authentication', Buffer.concat([Buffer.from('RFB 003.008\n'), Buffer.from([2])])],
  ])('the gate ends the connection of a viewer that sends %s', (_what, bytes) => {
    expect(() => new RfbGate().feed(bytes)).toThrow(RfbViolationError);
  });
});

describe('Messages outside the protocol', () => {
  it.each([
    ['an unknown message type', Buffer.from([1])],
    ['another unknown message type', Buffer.from([253, 0, 0, 0])],
    ['an audio message', Buffer.concat([Buffer.from([255, 1, 0, 0]), Buffer.alloc(8)])],
    ['a list of too many encodings', Buffer.from([2, 0, 255, 255])],
    ['an oversized clipboard', Buffer.from([6, 0, 0, 0, 127, 255, 255, 255])],
    ['an oversized extended clipboard', Buffer.from([6, 0, 0, 0, 128, 0, 0, 0])],
    ['an oversized fence', Buffer.from([248, 0, 0, 0, 0, 0, 0, 0, 65])],
  ])('the gate ends the connection on %s', (_what, bytes) => {
    expect(() => greeted().feed(bytes)).toThrow(RfbViolationError);
  });

  it('the gate forwards only known messages, whatever bytes it gets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        const gate = greeted();
        try {
          const out = gate.feed(Buffer.from(noise));
          if (out.length > 0) expect([0, 2, 3, 150, 248]).toContain(out[0]);
        } catch (error) {
          expect(error).toBeInstanceOf(RfbViolationError);
        }
      }),
    );
  });

  it('the gate drops the encoding that changes the length of pointer messages', () => {
    expect(greeted().feed(encodings(0, -316, 7))).toEqual(encodings(0, 7));
  });
});
