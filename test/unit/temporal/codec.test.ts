import { defaultPayloadConverter, type Payload, type SerializationContext } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { type CodecOptions, SealingCodec } from '../../../src/temporal/codec.ts';
import { refusalOf } from '../../../src/temporal/refused.ts';

const key = (id: string) => ({ id, key: Buffer.alloc(32, id) });
const codecOf = (options: CodecOptions = {}, ...ids: readonly string[]): SealingCodec =>
  new SealingCodec(new KeyRing((ids.length === 0 ? ['k1'] : ids).map(key), 'temporal-payload'), options);

const workflow = (workflowId: string): SerializationContext => ({
  type: 'workflow',
  namespace: 'default',
  workflowId,
});
const activity = (workflowId: string, activityId: string): SerializationContext => ({
  type: 'activity',
  namespace: 'default',
  workflowId,
  activityId,
  isLocal: false,
});

const sealed = async (value: unknown, context?: SerializationContext, ...ids: readonly string[]) =>
  (await codecOf({}, ...ids).encode([defaultPayloadConverter.toPayload(value)], context))[0]!;
const opened = async (codec: SealingCodec, payload: Payload, context?: SerializationContext) =>
  defaultPayloadConverter.fromPayload((await codec.decode([payload], context))[0]!);

/** Returns why a worker refuses a payload. */
const refusal = async (payload: Payload, context: SerializationContext, options: CodecOptions = {}) =>
  refusalOf(await opened(codecOf({ refused: 'mark', ...options }), payload, context));

const here = workflow('run_1');

describe('Opening sealed payloads', () => {
  it.each([
    ['for a workflow', here],
    ['for an activity', activity('run_1', '7')],
  ])('the codec opens a payload sealed %s only there', async (_name, context) => {
    const payload = await sealed({ a: 1 }, context);
    expect(await opened(codecOf(), payload, context)).toEqual({ a: 1 });
    const others = [
      workflow('run_2'),
      workflow(''),
      activity('run_1', '8'),
      activity('run_2', '7'),
      activity('', ''),
    ];
    for (const other of others) {
      expect(await refusal(payload, other)).toBe('elsewhere');
      await expect(opened(codecOf(), payload, other)).rejects.toThrow('refused (elsewhere)');
    }
  });

  it('the codec opens a payload sealed for a schedule in the workflows that it starts', async () => {
    const payload = await sealed('after', workflow('checkpoints'));
    expect(await opened(codecOf(), payload, workflow('checkpoints-2026-11-28T17:00:00Z'))).toBe('after');
    expect(await refusal(payload, workflow('checkpoints-2'))).toBe('elsewhere');
  });

  it('the codec opens payloads that name no workflow only while that is allowed', async () => {
    const payload = await sealed('old');
    expect(await opened(codecOf(), payload, here)).toBe('old');
    expect(await refusal(payload, here, { acceptsUnbound: () => false })).toBe('unbound');
  });

  it('the codec opens a payload with an older key from the ring', async () => {
    const payload = await sealed('rotated', here, 'k1');
    expect(await opened(codecOf({}, 'k2', 'k1'), payload, here)).toBe('rotated');
  });
});

const changed = async (change: (payload: Payload) => Payload) => change(await sealed('value', here));

describe('Refusing payloads', () => {
  const plain = defaultPayloadConverter.toPayload({ id: 'q', approve: true });

  it.each<[string, () => Promise<Payload>, string]>([
    ['an unsealed payload', async () => plain, 'unsealed'],
    ['a payload without metadata', async () => ({ data: plain.data ?? null }), 'unsealed'],
    [
      'a payload with changed bytes',
      () => changed((given) => ({ ...given, data: Buffer.alloc(64) })),
      'damaged',
    ],
    ['a payload without bytes', () => changed(({ metadata }) => ({ metadata: metadata ?? null })), 'damaged'],
    [
      'a payload whose place was removed',
      () =>
        changed(({ metadata, data }) => ({
          metadata: { encoding: metadata!['encoding']!, 'key-id': metadata!['key-id']! },
          data: data ?? null,
        })),
      'damaged',
    ],
    [
      'a payload whose place was rewritten',
      async () => {
        const { metadata, data } = await sealed('value', workflow('run_2'));
        return { metadata: { ...metadata, 'bound-to': Buffer.from('workflow run_1') }, data: data ?? null };
      },
      'damaged',
    ],
  ])('the codec refuses %s', async (_name, make, why) => {
    const payload = await make();
    expect(await refusal(payload, here)).toBe(why);
    await expect(opened(codecOf(), payload, here)).rejects.toThrow(`refused (${why})`);
  });

  it('the codec refuses a plain value that imitates its own mark', async () => {
    const forged = defaultPayloadConverter.toPayload({ 'pramaan.refused': 'none' });
    expect(await refusal(forged, here)).toBe('unsealed');
  });

  it('the codec refuses a signal under an unknown key but reports a failure when the workflow’s own key is missing', async () => {
    const worker = codecOf({ refused: 'mark' });
    const foreign = await sealed('value', here, 'k9');
    await expect(opened(worker, foreign, here)).rejects.toThrow('refused (no_key)');
    expect(await opened(worker, await sealed('input', here), here)).toBe('input');
    expect(refusalOf(await opened(worker, foreign, here))).toBe('no_key');
  });
});

describe('Revealing payloads to a person', () => {
  it('the codec reveals payloads of every workflow and leaves plain ones unchanged', async () => {
    const plain = defaultPayloadConverter.toPayload('plain');
    const payloads = [await sealed('bound', here), await sealed('old'), plain];
    const shown = (await codecOf().reveal(payloads)).map((payload) =>
      defaultPayloadConverter.fromPayload(payload),
    );
    expect(shown).toEqual(['bound', 'old', 'plain']);
  });
});
