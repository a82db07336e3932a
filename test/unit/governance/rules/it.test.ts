import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alreadyTried, diagnose, measure } from '../../../../src/governance/rules/it/diagnose.ts';
import { readIncident } from '../../../../src/governance/rules/it/incident.ts';
import { REMEDIES } from '../../../../src/governance/rules/it/fixes.ts';
import { SIGNATURES } from '../../../../src/governance/rules/it/signatures.ts';

const causeOf = (text: string) => diagnose(readIncident({ symptom: text }).text).cause;

const sure = (text: string) => diagnose(readIncident({ symptom: text }).text).confidence;

describe('The root cause', () => {
  it.each([
    ['write failed: No space left on device', 'disk_full'],
    ['the disk on db-1 is almost full', 'disk_full'],
    ['Filesystem /var at 97% used', 'disk_full'],
    ['Node has DiskPressure', 'disk_full'],
    ['container OOMKilled, exit code 137', 'out_of_memory'],
    ['java.lang.OutOfMemoryError: Java heap space', 'out_of_memory'],
    ['redis: OOM command not allowed when used memory > maxmemory', 'cache_memory'],
    ['CPU at 99% since 10:00', 'cpu_saturation'],
    ['the container is CPU throttled', 'cpu_saturation'],
    ['getaddrinfo EAI_AGAIN db.internal', 'dns_failure'],
    ['curl: could not resolve host: api', 'dns_failure'],
    ['x509: certificate has expired or is not yet valid', 'certificate_expired'],
    ['SSL certificate of the portal expired last night', 'certificate_expired'],
    ['Back-off pulling image: ImagePullBackOff', 'image_pull'],
    ['FATAL: sorry, too many clients already', 'connection_pool'],
    ['HikariPool-1 connection pool exhausted', 'connection_pool'],
    ['ERROR: deadlock detected', 'lock_contention'],
    ['orders query does a sequential scan, missing index', 'slow_query'],
    ['replica is 900 seconds behind', 'replication_lag'],
    ['Kafka consumer lag keeps growing', 'queue_backlog'],
    ['accept: too many open files', 'open_files'],
    ['FATAL: password authentication failed for user app', 'credentials'],
    ['missing required environment variable DATABASE_URL', 'configuration'],
    ['0/5 nodes are available: insufficient cpu', 'scheduling'],
    ['Job has reached the specified backoff limit: BackoffLimitExceeded', 'job_failed'],
    ['Readiness probe failed: HTTP probe', 'probe_failing'],
    ['nginx returns 502 Bad Gateway', 'upstream_unreachable'],
    ['dial tcp 10.0.0.5:5432: connect: connection refused', 'upstream_unreachable'],
    ['pod in CrashLoopBackOff', 'crash_loop'],
    ['payment service is down', 'crash_loop'],
    ['pod restarting in a loop, the container crashed, is down, was OOMKilled', 'out_of_memory'],
    ['sh: wgett: command not found', 'crash_loop'],
    ['the image shop:v2 cannot be pulled', 'image_pull'],
    ['Secret shop-keys does not exist', 'configuration'],
    ['database calls are taking 5 to 10 seconds', 'slow_query'],
    ['the pods cannot be scheduled', 'scheduling'],
    ['PVC of the database is unbound', 'scheduling'],
    ['failing readiness probe', 'probe_failing'],
    ["can't connect to the backend", 'upstream_unreachable'],
    ['429 Too Many Requests', 'rate_limited'],
    ['disk monitoring was not working, /var is full', 'disk_full'],
    ['certificate was not renewed and expired', 'certificate_expired'],
  ])('the cause of "%s" is %s', (text, cause) => {
    expect(causeOf(text)).toBe(cause);
  });

  it('no cause is found when nothing indicates one or a negation denies it', () => {
    for (const text of [
      '',
      'hello',
      'the page looks odd',
      'no OOMKilled pods here',
      'MemoryPressure   False',
      'KubeletHasNoDiskPressure',
      'not a certificate expired thing',
      'disk is not full',
      "the volume isn't full",
      'the volume isn’t full',
      'disk is no longer full',
      'certificate has not expired',
      'connection pool is not exhausted',
      'the process is not down',
      'disk full nahi hai',
      'disk full नहीं है',
    ])
      expect(causeOf(text)).toBeNull();
  });

  it('confidence is high for a strong sign, higher for two and low for a weak one', () => {
    expect(sure('no space left on device')).toBe(0.8);
    expect(sure('no space left on device, disk full')).toBe(0.88);
    expect(sure('dns?')).toBe(0.5);
  });
});

describe('A measured reading', () => {
  it.each([
    ['the disk is at 97%', 97, true],
    ['/var 12% free', 88, true],
    ['disk full', 95, false],
    ['5% of calls fail, disk full', 95, false],
    ['disk 300%', 95, false],
  ])('the reading of "%s" is %d', (text, value, stated) => {
    expect(measure('disk_full', text)).toEqual({ value, stated });
  });
});

it('the rules notice a fix that was already tried', () => {
  expect(alreadyTried('still crashing after two restarts')).toBe(true);
  expect(alreadyTried('restarting did not help')).toBe(true);
  expect(alreadyTried('crashed after the deployment')).toBe(false);
});

describe('Severity', () => {
  it.each([
    ['P1', 'P1'],
    ['sev-1', 'P1'],
    ['CRITICAL', 'P1'],
    ['SEV2', 'P2'],
    ['high', 'P2'],
    ['p3', 'P3'],
    ['4', 'P4'],
    ['low', 'P4'],
  ])('severity %s means %s', (word, severity) => {
    expect(readIncident({ severity: word })).toMatchObject({ severity, severityGiven: true });
  });

  it('severity is taken from the symptom when it is not given', () => {
    expect(readIncident({ symptom: 'production is down for all users' })).toMatchObject({ severity: 'P1' });
    expect(readIncident({ severity: 'purple', symptom: 'slow' })).toMatchObject({
      severity: 'P3',
      severityGiven: false,
    });
  });
});

it('every cause has signs, and commands contain no placeholder except the host', () => {
  expect(SIGNATURES.map(([cause]) => cause).toSorted()).toEqual(Object.keys(REMEDIES).toSorted());
  for (const { diagnostics, fix, verify } of Object.values(REMEDIES))
    for (const command of [...diagnostics, ...(fix?.commands ?? []), verify])
      expect(command.replaceAll('{host}', '')).not.toMatch(/\{[a-z]+\}/);
});

it('reading time grows no faster than the length of the text', () => {
  const shapes = [
    'disk ',
    'cpu at 9',
    'not ',
    '99 % ',
    'still after ',
    'pool ',
    'a.',
    '\n',
    'certificate ',
    'messages 1',
  ];
  for (const shape of shapes) {
    const text = shape.repeat(Math.ceil(200_000 / shape.length));
    const began = process.cpuUsage();
    const { text: read } = readIncident({ symptom: text });
    diagnose(read);
    alreadyTried(read);
    for (const cause of Object.keys(REMEDIES)) measure(cause as keyof typeof REMEDIES, read);
    expect(process.cpuUsage(began).user, shape).toBeLessThan(1_500_000);
  }
  fc.assert(
    fc.property(fc.anything(), (value) => void diagnose(readIncident({ symptom: value, logs: value }).text)),
  );
});
