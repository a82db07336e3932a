import type { z } from 'zod';
import type { connectorTestSchema } from '../../../contract/connector.ts';
import { testConnector } from '../../../contract/operations/connectors.ts';
import { InboundError } from '../../../connectors/inbound/errors.ts';
import { ConnectorError } from '../../../connectors/common/errors.ts';
import { type Connectors, isRecordKind } from '../../../connectors/look-up.ts';
import { Messenger } from '../../../connectors/messenger.ts';
import type { RecordKind, RecordOf } from '../../../connectors/records.ts';
import { newId } from '../../../ids.ts';
import { maskJson, maskValue } from '../../../governance/mask.ts';
import { shownPolicy } from '../../../governance/rules/kyc/shown-policy.ts';
import { type OpenConnector, openConnectors, findConnector } from '../../../store/connectors/connectors.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { toCase } from '../inbound/receive.ts';
import { recordConnectorAct } from './record.ts';

type Outcome = z.input<typeof connectorTestSchema>;

export const testConnectorRoute = route(
  testConnector,
  async ({ params, body, caller, requestId }, services) => {
    const { db, ledger, connectors } = services;
    const { teamId } = caller;
    const row = await findConnector(db, { teamId, name: params.name });
    if (row === undefined) throw new ProblemError('not-found');
    const opened = await openConnectors(db, connectors.deps.ring, { teamId, serves: [row.serves] });
    const connector = opened.find(({ id }) => id === row.id);
    if (connector === undefined) throw new ProblemError('not-found');
    const outcome =
      body.event === undefined
        ? await tryOut(connectors, connector, expectKey(connector, body.key))
        : await tryMapping(services, connector, body.event);
    await db.transaction().execute(async (tx) =>
      recordConnectorAct(
        ledger,
        tx,
        { caller, requestId },
        {
          action: 'connector.tested',
          connector,
          key: requestId,
          detail: { ok: outcome.ok, code: outcome.code, found: outcome.found },
        },
      ),
    );
    return { status: 200, body: outcome };
  },
);

const wrong = (pointer: string, message: string): ProblemError =>
  new ProblemError('invalid-request', { errors: [{ in: 'body', pointer, message }] });

const expectKey = ({ kind }: OpenConnector, key: string | undefined): string => {
  if (key === undefined || kind === 'inbound')
    throw wrong('/event', 'is expected for a connector that receives events');
  return key;
};

const NONE = { found: null, record: null, answer_hash: null, code: null, detail: null };

/** Shows the case of an event, masked. No run is started, so the event needs no signature. */
const tryMapping = async (
  services: Pick<Services, 'connectors'>,
  connector: OpenConnector,
  event: object,
): Promise<Outcome> => {
  if (connector.kind !== 'inbound') throw wrong('/key', 'is expected for a connector that looks up records');
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const mapped = await toCase({ document: event, id: undefined }, connector, services);
    const record = mapped.case === undefined ? null : (maskJson(mapped.case) as Record<string, unknown>);
    return { ...NONE, ok: true, found: record !== null, record, duration_ms: took() };
  } catch (error) {
    if (!(error instanceof InboundError)) throw error;
    const code = error.code === 'mapping_failed' ? 'mapping_failed' : 'record_invalid';
    return { ...NONE, ok: false, duration_ms: took(), code, detail: error.message };
  }
};

const tryOut = async (connectors: Connectors, connector: OpenConnector, key: string): Promise<Outcome> => {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    if (!isRecordKind(connector.serves)) {
      await sendTest(connectors, connector, key);
      return { ...NONE, ok: true, duration_ms: took() };
    }
    const { record, source } = await connectors.call(connector, connector.serves, key);
    return {
      ...NONE,
      ok: true,
      found: record !== undefined,
      record: record === undefined ? null : SHOWN[connector.serves](record as never),
      answer_hash: source['answer'] as string,
      duration_ms: took(),
    };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return { ...NONE, ok: false, duration_ms: took(), code: error.code, detail: error.detail };
  }
};

const sendTest = async (connectors: Connectors, connector: OpenConnector, to: string): Promise<void> =>
  new Messenger(connector, connectors.deps, connectors.tokens).send({
    id: newId('req'),
    kind: 'test',
    to,
    text: 'This is a test message. You need not do anything.',
  });

const SHOWN: { readonly [K in RecordKind]: (record: RecordOf[K]) => Record<string, unknown> } = {
  policies: shownPolicy,
  hospitals: ({ name, inNetwork }) => ({ name, in_network: inNetwork }),
  accounts: ({ number, pan, email, status, failedLogins }) => ({
    number,
    pan: maskValue('pan', pan),
    email: maskValue('email', email),
    status,
    failed_logins: failedLogins,
  }),
  callers: ({ phone, policy, code }) => ({
    phone: maskValue('phone', phone),
    policy,
    has_code: code !== '',
  }),
};
