import { parseBody } from '../entry.ts';
import type { ExportLine, RowLine } from './export-line.ts';

/**
 * Pinned version of the Open Cybersecurity Schema Framework (OCSF): class "API Activity" (6003) in category "Application
 * Activity".
 */
const OCSF = { version: '1.3.0', category: 6, class: 6003 } as const;
const OTHER = 99;
const SEVERITY = { informational: 1, low: 2, medium: 3, high: 4 } as const;
const STATUS = { success: 1, failure: 2 } as const;

/**
 * The class's activity ids for Create, Read, Update and Delete. All other actions are recorded as "Other" under their own name.
 */
const ACTIVITIES: Readonly<Record<string, number>> = {
  'sandbox.open': 1,
  'fs.read': 2,
  'db.query': 2,
  'ticket.read': 2,
  'db.write': 3,
  'sandbox.close': 4,
  'case.erase': 4,
  'ledger.prune': 4,
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
  const { content } = parseBody(line.body);
  const {
    summary,
    governance,
    detail,
    actor = {},
  } = content as Partial<
    Record<'summary' | 'governance', string> & Record<'detail' | 'actor', Readonly<Record<string, unknown>>>
  >;
  const failed = detail?.['blocked'] === true || line.action === 'run.error';
  const severity = SEVERITIES[line.action] ?? SEVERITY.informational;
  const key = actor['key_id'];
  const session = actor['workflow_id'] ?? actor['run_id'];
  return {
    ...frame(line.action, Date.parse(line.created_at), severity, failed ? STATUS.failure : STATUS.success),
    ...(summary !== undefined && { message: summary }),
    ...(governance !== undefined && { status_detail: governance }),
    actor: {
      app_name: 'pramaan',
      ...(typeof key === 'string' && { user: { uid: key, type_id: OTHER } }),
      ...(typeof session === 'string' && { session: { uid: session } }),
    },
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
    api: { operation, service: { name: 'pramaan' } },
    src_endpoint: { svc_name: 'pramaan' },
  };
};

const metadataOf = (teamId: string): object => ({
  version: OCSF.version,
  log_name: `ledger/${teamId}`,
  product: { name: 'Pramaan', vendor_name: 'Pramaan' },
});
