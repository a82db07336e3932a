import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SIGNATURES } from '../../../src/governance/rules/it/signatures.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { runs } from '../../helpers/runs.ts';
import { INCIDENT_DESK } from '../../helpers/team-verticals.ts';
import { REFUSED_INCIDENTS } from '../vertical/refused-incidents.ts';
import { openOffice } from '../vertical/walk.ts';
import { expectSame, openTeamOf } from './same-rows.ts';

const { sample } = verticals.it;

const LONG = 'x'.repeat(2_001);
const maybe = <T>(...values: readonly T[]) => fc.constantFrom<T | undefined>(undefined, ...values);
const unreadable = [['list'], { a: 1 }, true, LONG] as const;
const levels = ['P1', 'p0', 'P1 - Critical', 'SEV2', 'medium', 'low', 4, 'purple', 'P4 / high', ''] as const;

/** A phrase for each class, of which some deny it, state a reading or say that the fix was tried. */
const phrases = [
  'No space left on device, /var at 98% used',
  'disk is not full, no OOM',
  'disk full alert, but /var is at 40% used',
  'disk full again after the cleanup',
  'disk full nahi hai',
  'redis evicting keys, OOM command not allowed',
  'pods OOMKilled, exit code 137',
  'memory at 97 % and java.lang.OutOfMemoryError',
  'getaddrinfo: could not resolve api.internal, SERVFAIL, 12 failures',
  'some dns thing',
  'certificate has expired on the load balancer',
  'ImagePullBackOff: manifest unknown',
  'missing required environment variable DB_URL',
  'FATAL: remaining connection slots are reserved, connections at 99%',
  'deadlock detected, 7 blocked transactions',
  'slow query, seq scan, takes 42 seconds',
  'replica lag of 900 seconds',
  'consumer lag: 52000 unacked messages piling up',
  'Too many open files, 12% free descriptors',
  'password authentication failed for user app',
  'HTTP 429 Too Many Requests',
  '0/5 nodes are available: insufficient cpu, 3 pods',
  'nightly backup job failed, 2 failures',
  'Readiness probe failed: connection refused, 502 bad gateway',
  'connection refused by the upstream',
  'CPU at 99%, load average: 45',
  'CrashLoopBackOff, segfault',
  'the printer on floor two smells odd',
  'production is down for all users',
  'Hello\u0000 😀 ’',
  `reset ${'y'.repeat(70_000)} no space left`,
] as const;

const signs = SIGNATURES.flatMap(([, each]) => each.map(({ name }) => name));
const words = fc.constantFrom<unknown>(...phrases, ...signs);

const incident = fc.record({
  id: fc.oneof(
    fc.constantFrom<unknown>('I-1', 'I-2', 'I-😀', ' I-1 ', 7, null, ''),
    maybe<unknown>(...unreadable),
  ),
  host: maybe<unknown>(
    'app-db-01',
    'WEB-03.example',
    ' web-03 ',
    'web-03; rm -rf /',
    '2345 6789 1238',
    'abcpk1234l',
    12,
    '-x',
    ...unreadable,
  ),
  hostname: maybe<unknown>('other-host', '', ['a']),
  severity: maybe<unknown>(...levels, ...unreadable),
  priority: maybe<unknown>(...levels, ...unreadable),
  symptom: fc.oneof(words, maybe<unknown>('', '  '), fc.array(words, { maxLength: 3 })),
  description: fc.oneof(fc.constant(undefined), words),
  title: maybe<unknown>('a title', 5, { a: 'no space left' }),
  evidence: fc.oneof(fc.constant(undefined), words, fc.record({ log: fc.array(words, { maxLength: 4 }) })),
  logs: fc.oneof(fc.constant(undefined), words),
});

it("the document of it writes the rows of the service's own vertical, with the same outcome and ticket", async () => {
  const office = await openOffice();
  const desk = await openTeamOf(office, INCIDENT_DESK);
  const generated = fc.sample(incident, { ...runs(100), seed: 19 });
  const fixable = phrases.map((symptom, index) => ({
    ...sample,
    id: `I-${index % 9}`,
    severity: levels[index % levels.length],
    symptom,
  }));
  const cases = [
    sample,
    { ...sample, symptom: undefined },
    ...REFUSED_INCIDENTS.map(([changes]) => ({ ...sample, ...changes })),
    ...fixable,
    ...generated,
  ];
  const outcomes = new Set<string>();
  for (const [index, given] of cases.entries()) {
    const at = new Date(Date.UTC(2026, 10, 20) + index * 60_000).toISOString();
    const egressAllow = index % 3 === 0 ? ['scripts.remediation-hub.example'] : [];
    const { runId } = await office.work('it', given, { at, egressAllow });
    const other = await desk.work(given, { at, egressAllow });
    outcomes.add(await expectSame(office, desk, { runId, other, given }));
  }
  // The cases are not all of one kind.
  expect(outcomes.size).toBeGreaterThan(10);
}, 300_000);
