import { actorIn } from '../actor.ts';
import { type Content, parseBody } from '../entry.ts';
import type { ExportLine, RowLine } from './export-line.ts';

/**
 * Pinned version of the Open Cybersecurity Schema Framework (OCSF): class "API Activity" (6003) in category "Application
 * Activity".
 */
const OCSF = { version: '1.3.0', category: 6, class: 6003 } as const;
const OTHER = 99;
const SEVERITY = { informational: 1, low: 2, medium: 3, high: 4 } as const;
const STATUS = { success: 1, failure: 2 } as const;

/** The schema's account types. An API key is none of them, and service accounts count as system accounts. */
const USER_TYPES = {
  person: { type_id: 1, type: 'User' },
  key: { type_id: OTHER, type: 'API key' },
  service: { type_id: 3, type: 'System' },
} as const;

/**
 * The class's activity ids for Create, Read, Update and Delete. All other actions are recorded as "Other" under their own name.
 */
const ACTIVITIES: Readonly<Record<string, number>> = {
  'sandbox.open': 1,
  'key.issued': 1,
  'fs.read': 2,
  'db.query': 2,
  'ticket.read': 2,
  'vault.read': 2,
  'ledger.exported': 2,
  'codec.decoded': 2,
  'db.write': 3,
  'setting.changed': 3,
  'records.imported': 3,
  'records.written': 3,
  'payout.paid': 3,
  'payout.failed': 3,
  'payout.released': 3,
  'sandbox.close': 4,
  'case.erase': 4,
  'ledger.prune': 4,
  'key.revoked': 4,
  'records.deleted': 4,
};

const SEVERITIES: Readonly<Record<string, number>> = {
  'egress.block': SEVERITY.low,
  'run.error': SEVERITY.medium,
  'ledger.alert': SEVERITY.high,
};

/**
 * Converts an export line into an OCSF event. Keeps the line itself under `unmapped`, so that events can be verified like lines:
 * `pramaan verify` accepts both.
 * @param now milliseconds since the epoch, for lines that do not have a time
 */
export const toOcsf = (line: ExportLine, teamId: string, now: number): object => {
  if ('body' in line) return rowEvent(line, teamId);
  const name = 'format' in line ? 'export.begin' : 'end' in line ? 'export.end' : 'export.unreadable';
  const severity = name === 'export.unreadable' ? SEVERITY.high : SEVERITY.informational;
  return {
    ...frame(name, now, severity, STATUS.success),
    actor: { app_name: 'pramaan' },
    metadata: metadataOf(teamId),
    unmapped: line,
  };
};

const rowEvent = (line: RowLine, teamId: string): object => {
  const { summary, governance, detail, actor = {} } = parseBody(line.body).content;
  const failed = detail?.['blocked'] === true || line.action === 'run.error';
  const severity = SEVERITIES[line.action] ?? SEVERITY.informational;
  const operation = apiOf(line.action, actor);
  return {
    ...frame(line.action, Date.parse(line.created_at), severity, failed ? STATUS.failure : STATUS.success),
    ...(summary !== undefined && { message: summary }),
    ...(governance !== undefined && { status_detail: governance }),
    api: operation,
    actor: actorOf(actor),
    metadata: {
      ...metadataOf(teamId),
      uid: line.id,
      sequence: line.seq,
      correlation_uid: line.ledger_ref,
      original_time: line.created_at,
    },
    unmapped: line,
  };
};

type StoredActor = NonNullable<Content['actor']>;

/** Names who asked for the action, and the run or workflow in which it happened. */
const actorOf = (stored: StoredActor): object => {
  const session = stored['workflow_id'] ?? stored['run_id'];
  const user = userOf(stored);
  return {
    app_name: 'pramaan',
    ...(user !== undefined && { user }),
    ...(typeof session === 'string' && { session: { uid: session } }),
  };
};

/** Rows of earlier releases name at most a key. */
const userOf = (stored: StoredActor): object | undefined => {
  const key = stored['key_id'];
  const { kind, id, name } = actorIn(stored) ?? { kind: 'key', id: key, name: '' };
  if (typeof id !== 'string') return undefined;
  return {
    uid: id,
    ...(name !== '' && { name }),
    ...USER_TYPES[kind],
    ...(typeof key === 'string' && { credential_uid: key }),
  };
};

/** The API's own id of the request is in the row if the API wrote it. */
const apiOf = (operation: string, { request_id: uid }: StoredActor): object => ({
  operation,
  service: { name: 'pramaan' },
  ...(typeof uid === 'string' && { request: { uid } }),
});

const frame = (operation: string, time: number, severity: number, status: number): object => {
  const activity = ACTIVITIES[operation] ?? OTHER;
  return {
    activity_id: activity,
    ...(activity === OTHER && { activity_name: operation }),
    category_uid: OCSF.category,
    class_uid: OCSF.class,
    type_uid: OCSF.class * 100 + activity,
    severity_id: severity,
    status_id: status,
    time,
    api: apiOf(operation, {}),
    src_endpoint: { svc_name: 'pramaan' },
  };
};

const metadataOf = (teamId: string): object => ({
  version: OCSF.version,
  log_name: `ledger/${teamId}`,
  product: { name: 'Pramaan', vendor_name: 'Pramaan' },
});
