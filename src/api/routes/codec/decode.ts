import type { Payload } from '@temporalio/common';
import type { z } from 'zod';
import { decodePayloads } from '../../../contract/operations/codec.ts';
import type { payloadsSchema } from '../../../contract/service.ts';
import { actorOf, payloadsDecoded } from '../../../ledger/index.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

type JsonPayload = z.output<typeof payloadsSchema>['payloads'][number];

const fromJson = ({ metadata, data }: JsonPayload): Payload => ({
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
  ),
  data: Buffer.from(data ?? '', 'base64'),
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const toJson = ({ metadata, data }: Payload): JsonPayload => ({
  metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)])),
  data: base64(data ?? new Uint8Array()),
});

/** Records and logs who opened payloads and how many, never their content. */
export const decodePayloadsRoute = route(
  decodePayloads,
  async ({ body, caller, requestId }, { codec, ledger, log }) => {
    let opened: readonly Payload[];
    try {
      opened = await codec.reveal(body.payloads.map(fromJson));
    } catch {
      const message = 'contains a payload that was modified, or sealed with a key that is no longer in use';
      throw new ProblemError('invalid-request', { errors: [{ in: 'body', pointer: '/payloads', message }] });
    }
    const { keyId, keyPrefix, teamId } = caller;
    const act = { teamId, actor: actorOf(caller, requestId) };
    await ledger.append(payloadsDecoded(act, opened.length));
    log.info(
      { request_id: requestId, team_id: teamId, key_id: keyId, key_prefix: keyPrefix, count: opened.length },
      'payloads decoded',
    );
    return { status: 200, body: { payloads: opened.map(toJson) } };
  },
);
