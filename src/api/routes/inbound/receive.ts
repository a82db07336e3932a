import type { Transaction } from 'kysely';
import type { InboundReceipt } from '../../../contract/inbound.ts';
import { receiveEvent } from '../../../contract/operations/inbound.ts';
import { startRunBody } from '../../../contract/run.ts';
import type { ConnectorSecrets, ConnectorSettings } from '../../../connectors/common/settings.ts';
import { InboundError } from '../../../connectors/inbound/errors.ts';
import { mapEvent, type MappedEvent } from '../../../connectors/inbound/map.ts';
import { type OpenEvent, readEvent } from '../../../connectors/inbound/read.ts';
import { shapes } from '../../../connectors/inbound/shapes/index.ts';
import { verifySender } from '../../../connectors/inbound/verify.ts';
import { maskJson } from '../../../governance/mask.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { ledgerRefOfRun } from '../../../ids.ts';
import { createRun } from '../../../runs/vertical/create.ts';
import { markStarted } from '../../../runs/vertical/started.ts';
import type { VerticalRunInput } from '../../../runs/vertical/workflow.ts';
import { recordAnswer } from '../../../store/connectors/breaker.ts';
import { type OpenConnector, openInbound } from '../../../store/connectors/connectors.ts';
import { claimEvent, setRunOfEvent } from '../../../store/connectors/inbound-events.ts';
import type { Database } from '../../../store/db/schema.ts';
import { parseJson } from '../../body/json.ts';
import { mediaTypeProblem } from '../../body/read.ts';
import { ProblemError } from '../../http/problem.ts';
import { startWorkflow } from '../../runs/start-workflow.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { type Call, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { recordEvent, recordRefusal, senderOf } from './record.ts';
import { refusalIn } from './refusals.ts';

type ReceiveCall = Call<typeof receiveEvent>;

/**
 * Verifies an event and opens it. Calls `onVerified` as soon as the sender is verified.
 * @throws InboundError
 */
type Open = (connector: OpenConnector, onVerified: () => void) => Promise<OpenEvent>;

export const receiveEventRoute = route(receiveEvent, async (call, services) => ({
  status: 202,
  body: await receive(call, services, async (connector, onVerified) => open(call, connector, onVerified)),
}));

/** Verifies an event, turns it into a case and starts its run, once per event. */
export const receive = async (
  { params, address, requestId }: Pick<ReceiveCall, 'params' | 'address' | 'requestId'>,
  services: Services,
  openEvent: Open,
): Promise<InboundReceipt> => {
  const { db, ledger, connectors, unknownKeys } = services;
  const attempt = unknownKeys.begin(address);
  const connector = await openInbound(db, connectors.deps.ring, params.id);
  if (connector === undefined) {
    attempt.failed();
    throw new ProblemError('not-found');
  }
  let isVerified = false;
  const onVerified = (): void => {
    isVerified = true;
    attempt.worked();
  };
  try {
    const event = await openEvent(connector, onVerified);
    const mapped = await toCase(event, connector, services);
    const receipt = await accept(requestId, services, connector, mapped);
    return { ...receipt, ...acknowledgement(event) };
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === undefined) throw error;
    // An address that only guesses is rate-limited, so that it cannot fill the ledger.
    if (!isVerified) attempt.failed();
    await recordRefusal(ledger, connector, { requestId, code: refusal.code });
    throw refusal.problem;
  }
};

const open = async (
  { raw, header, search }: ReceiveCall,
  connector: OpenConnector,
  onVerified: () => void,
): Promise<OpenEvent> => {
  const settings = (connector.settings as ConnectorSettings).inbound!;
  const secrets = connector.secretValues as ConnectorSecrets;
  const type = header('content-type');
  const { types } = shapes[settings.shape];
  if (!types.some((wanted) => mediaTypeProblem(type, wanted) === undefined)) {
    // The body is read to its end, so that the connection can be used again.
    await raw();
    throw new InboundError('type_unsupported', `Send the event in UTF-8 as ${types.join(' or ')}.`);
  }
  const body = await raw();
  const now = new Date();
  const signed = await verifySender({ header, search, body }, settings, secrets, now);
  onVerified();
  return readEvent({ body, type, parse: parseJson }, { settings, secrets, signed, now });
};

/**
 * Maps an event to a case, and validates the case as a request's case is validated.
 * @throws InboundError
 */
export const toCase = async (
  event: OpenEvent,
  { settings }: Pick<OpenConnector, 'settings'>,
  { connectors }: Pick<Services, 'connectors'>,
): Promise<MappedEvent> => {
  const { inbound, mapping } = settings as ConnectorSettings;
  const mapped = await mapEvent(event, { settings: inbound!, mapping }, connectors.deps.mapper);
  if (!startRunBody.safeParse({ case: mapped.case }).success)
    throw new InboundError('case_invalid', 'The mapping does not give one object with at most 256 members.');
  return mapped;
};

/** NHCX expects the acknowledgement to repeat the ids of its message. */
const acknowledgement = ({ envelope }: OpenEvent): Partial<InboundReceipt> =>
  envelope === undefined
    ? {}
    : {
        timestamp: new Date().toISOString(),
        api_call_id: envelope.apiCallId,
        correlation_id: envelope.correlationId,
      };

const accept = async (
  requestId: string,
  services: Services,
  connector: OpenConnector,
  mapped: MappedEvent,
): Promise<InboundReceipt> => {
  const { db, ledger } = services;
  const { team_id: teamId, id: connectorId } = connector;
  const event = { teamId, connectorId, key: mapped.key };
  let created: VerticalRunInput | undefined;
  const receipt = await db.transaction().execute(async (tx): Promise<InboundReceipt> => {
    const context = mapped.context === undefined ? undefined : (maskJson(mapped.context) as object);
    const claimed = await claimEvent(tx, event, context);
    if (!claimed.isNew) return receiptOf('duplicate', claimed.runId);
    if (mapped.case !== undefined) {
      created = await storeRun(tx, services, connector, { requestId, value: mapped.case as object });
      await setRunOfEvent(tx, event, created.run_id);
    }
    const runId = created?.run_id ?? null;
    await recordEvent(ledger, tx, connector, { requestId, key: mapped.key, runId });
    return receiptOf(runId === null ? 'ignored' : 'accepted', runId);
  });
  await recordAnswer(db, connector);
  if (created !== undefined) await start(services, created);
  return receipt;
};

const receiptOf = (status: InboundReceipt['status'], runId: string | null): InboundReceipt => ({
  status,
  run_id: runId,
  ledger_ref: runId === null ? null : ledgerRefOfRun(runId),
});

const storeRun = async (
  tx: Transaction<Database>,
  services: Services,
  connector: OpenConnector,
  { requestId, value }: { readonly requestId: string; readonly value: object },
): Promise<VerticalRunInput> => {
  const { vertical } = (connector.settings as ConnectorSettings).inbound!;
  const teamId = connector.team_id;
  const askedBy = senderOf(connector);
  const caller = { teamId, actor: askedBy, keyId: connector.id };
  await refuseSuspended(services, tx, { caller, requestId }, scopesOf.simulatedRun(vertical));
  const given = value as Readonly<Record<string, unknown>>;
  return createRun(tx, services.rings.vault, { teamId, vertical, case: given, askedBy });
};

const start = async (services: Services, run: VerticalRunInput): Promise<boolean> =>
  startWorkflow(services, run.run_id, async () => {
    await services.workflows.startRun(run);
    await markStarted(services.db, { teamId: run.team_id, runId: run.run_id });
  });
