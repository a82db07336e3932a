import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { readiness } from '../../../contract/operations/service.ts';
import type { Db } from '../../../store/db/client.ts';
import { readConnectorsState } from '../../../store/connectors/breaker.ts';
import { readWebhookState } from '../../../store/webhooks/state.ts';
import { sandboxesNow } from '../../../store/hosts/hosts.ts';
import { modelsNow } from '../../services/models-now.ts';
import { route } from '../../services/route.ts';
import type { ApiSettings } from '../../services/services.ts';

const PATIENCE_MS = 3_000;

interface State {
  readonly state: 'up' | 'down' | 'off' | 'unknown';
  readonly latency_ms?: number;
  readonly detail?: string;
}

const timed = async (check: () => Promise<boolean>): Promise<State> => {
  const start = performance.now();
  const patience = new AbortController();
  const up = await Promise.race([
    check().catch(() => false),
    sleep(PATIENCE_MS, false, { signal: patience.signal }).catch(() => false),
  ]);
  patience.abort();
  return up
    ? { state: 'up', latency_ms: Math.round((performance.now() - start) * 10) / 10 }
    : { state: 'down' };
};

const isDatabaseUp = async (db: Db): Promise<boolean> => {
  await sql`select 1`.execute(db);
  return true;
};

const sandboxState = async (db: Db): Promise<State> => {
  const { state, detail } = await sandboxesNow(db);
  return { state: state === 'ready' ? 'up' : state === 'off' ? 'off' : 'down', detail };
};

/**
 * Reports whether runs get a model: the default one, or one that answers in its place. The workers know this from their calls and
 * checks; this probe does not call a provider.
 */
const modelState = async (db: Db, { model }: Pick<ApiSettings, 'model'>): Promise<State> => {
  if (model === null) return { state: 'off' };
  const now = await modelsNow(db, model.choices);
  const [first, ...others] = now;
  if (first === undefined) return { state: 'off' };
  const standIn = first.choice.fallback
    .map((name) => now.find(({ choice }) => choice.name === name))
    .find((one) => one?.state === 'up');
  const replaced = first.state === 'down' && standIn !== undefined;
  const details = [
    `${first.choice.name}: ${first.detail}`,
    ...(replaced ? [`${standIn.choice.name} answers in its place.`] : []),
    ...others.flatMap(({ choice, state, detail }) => (state === 'down' ? [`${choice.name}: ${detail}`] : [])),
  ];
  return { state: replaced ? 'up' : first.state, detail: details.join(' ') };
};

/** Counts only, because this route needs no key and connectors belong to teams. A team's connector does not make the service unready. */
const connectorState = async (db: Db): Promise<State> => {
  const { total, down, waiting } = await readConnectorsState(db);
  if (total === 0) return { state: 'off' };
  const detail = `${down} of ${total} connectors do not answer; ${waiting} runs wait for one.`;
  return { state: down === 0 ? 'up' : 'down', detail };
};

/**
 * Reports waiting deliveries and webhooks whose receivers fail. Receivers are not part of this service, so the state is never
 * `down`.
 */
const webhookState = async (db: Db): Promise<State> => {
  const { enabled, disabled, failing, pending, oldestSeconds } = await readWebhookState(db);
  if (enabled + disabled === 0) return { state: 'off' };
  const oldest = pending === 0 ? '' : `, the oldest for ${Math.round(oldestSeconds)} s`;
  return {
    state: 'up',
    detail: `${pending} deliveries pending${oldest}; ${failing} of ${enabled} webhooks failing, ${disabled} disabled`,
  };
};

export const readinessRoute = route(readiness, async (_call, { db, workflows, settings }) => {
  const [database, temporalState] = await Promise.all([
    timed(async () => isDatabaseUp(db)),
    timed(async () => workflows.isUp()),
  ]);
  const dependencies: Record<string, State> = {
    database,
    engine: temporalState,
    sandboxes: database.state === 'up' ? await sandboxState(db) : { state: 'down' },
    connectors: database.state === 'up' ? await connectorState(db) : { state: 'unknown' },
    model: database.state === 'up' ? await modelState(db, settings) : { state: 'unknown' },
    webhooks: database.state === 'up' ? await webhookState(db) : { state: 'unknown' },
  };
  if (database.state === 'down') {
    return { status: 503, body: { status: 'unavailable', dependencies }, headers: { 'Retry-After': '2' } };
  }
  return { status: 200, body: { status: temporalState.state === 'up' ? 'ready' : 'degraded', dependencies } };
});
