import type { JsonObject } from './canonical.ts';

/** Who asked for an action: a signed-in person, an API key, or the service itself. A person's name is masked to initials. */
export interface Actor {
  readonly kind: 'person' | 'key' | 'service';
  readonly id: string;
  readonly name: string;
}

declare const unasked: unique symbol;

/** The `actor` of a row for a run that an earlier release accepted, which did not store who asked for it. */
type Unasked = JsonObject & { readonly [unasked]: true };

/**
 * A row's `actor` member: who asked for the action, and the process that wrote the row (workflow, activity, request, …). Use the
 * functions below to build one.
 */
export type RowActor = (JsonObject & Actor) | Unasked;

/** What the service does of its own accord, by job. Ids are stored in rows, so they never change. */
const JOBS = {
  'code-runs': 'Code runs',
  'command-line': 'Command line',
  documents: 'Documents',
  'npm-start': 'npm start',
  'ledger-audit': 'Ledger audit',
  'live-view': 'Live view',
  messages: 'Message delivery',
  reconciler: 'Reconciler',
  retention: 'Retention',
  'sign-in': 'Sign-in',
  reviews: 'Reviews',
  shadows: 'Shadows of rule sets',
  webhooks: 'Webhooks',
} as const;

export type ServiceJob = keyof typeof JOBS;

/** @param writer the process that wrote the row */
export const actedBy = ({ kind, id, name }: Actor, writer: JsonObject = {}): RowActor => ({
  ...writer,
  kind,
  id,
  name,
});

/** Returns the actor of an API request. */
export const actorOf = (
  { actor, keyId }: { readonly actor: Actor; readonly keyId: string },
  requestId?: string,
): RowActor =>
  actedBy(actor, {
    ...(actor.kind === 'key' && { key_id: keyId }),
    ...(requestId !== undefined && { request_id: requestId }),
  });

/** Returns the actor of a row that belongs to a run: whoever started it. */
export const askedBy = ({ asked_by }: AskedRun, writer: JsonObject = {}): RowActor =>
  asked_by === undefined ? (writer as Unasked) : actedBy(asked_by, writer);

/** The part of a run's or a workflow's input that says who started it. Absent in runs that earlier releases accepted. */
export interface AskedRun {
  readonly asked_by?: Actor;
}

export const byService = (job: ServiceJob, writer: JsonObject = {}): RowActor =>
  actedBy(serviceActor(job), writer);

/** Returns the service as the actor of what it does of its own accord. */
export const serviceActor = (job: ServiceJob): Actor => ({ kind: 'service', id: job, name: JOBS[job] });

const KINDS: ReadonlySet<unknown> = new Set<Actor['kind']>(['person', 'key', 'service']);

/** Returns who asked for a stored row's action; null for rows that do not say. */
export const actorIn = (stored: unknown): Actor | null => {
  const { kind, id, name } = (stored ?? {}) as Partial<Record<keyof Actor, unknown>>;
  if (!KINDS.has(kind) || typeof id !== 'string' || typeof name !== 'string') return null;
  return { kind: kind as Actor['kind'], id, name };
};
