import type { RootCause } from './signatures.ts';

/** The kind of thing that a fix changes. During a P1 incident, the machine does not change data or settings on its own. */
export type Touches = 'logs' | 'cache' | 'process' | 'settings' | 'data';

/** The number that shows whether an incident of a class is present and whether it is over. */
export interface Reading {
  readonly name: string;
  readonly unit: '%' | 's' | 'count';
  /** Finds the number in the text, which is the first group that matched. */
  readonly pattern: RegExp;
  /** Value assumed in a simulated run if the text does not state one. */
  readonly assumed: number;
  /** Highest healthy value. */
  readonly limit: number;
  /** Amount by which the fix lowers the reading; null if it lowers it to zero. */
  readonly relief: number | null;
}

/** A class's published remedy: commands to run in the session, in which `{host}` stands for the host. */
export interface Remedy {
  readonly cause: string;
  readonly diagnostics: readonly string[];
  readonly reading: Reading;
  /** Undefined if no fix for this class is safe without a person. */
  readonly fix: { readonly commands: readonly string[]; readonly touches: Touches } | undefined;
  readonly verify: string;
}

/** Builds a percentage reading that appears near the word for the measured thing. */
const percent = (name: string, noun: string, limit = 85, relief = 30): Reading => ({
  name,
  unit: '%',
  pattern: new RegExp(
    String.raw`(?:${noun})[^\n%,.;]{0,40}?\b(\d{1,3}) ?%|\b(\d{1,3}) ?%[^\n%,.;]{0,20}\b(?:${noun})`,
  ),
  assumed: 95,
  limit,
  relief,
});

/** Builds a reading that counts failures: zero is healthy, and a successful fix removes all of them. */
const failures = (name: string, pattern = /\b(\d{1,6}) (?:errors|failures|restarts|failed)\b/): Reading => ({
  name,
  unit: 'count',
  pattern,
  assumed: 1,
  limit: 0,
  relief: null,
});

const restart = (unit: string) => ({ commands: [`systemctl restart ${unit}`], touches: 'process' }) as const;

// prettier-ignore
export const REMEDIES: Readonly<Record<RootCause, Remedy>> = {
  disk_full: {
    cause: 'a file system has run out of space',
    diagnostics: ['df -P', 'du -x --max-depth=2 /var | sort -n | tail -n 10'],
    reading: percent('disk used', 'disk|file ?system|volume|partition|storage|inodes?|\\/[a-z]+'),
    fix: { commands: ['journalctl --vacuum-size=200M', "find /var/log -name '*.gz' -mtime +7 -delete"], touches: 'logs' },
    verify: 'df -P',
  },
  cache_memory: {
    cause: 'the cache has exceeded its memory limit',
    diagnostics: ['redis-cli info memory', 'redis-cli config get maxmemory-policy'],
    reading: percent('cache memory used', 'cache|redis|memory'),
    fix: { commands: ['redis-cli config set maxmemory-policy allkeys-lru'], touches: 'cache' },
    verify: 'redis-cli info memory',
  },
  out_of_memory: {
    cause: 'a process was killed because it exceeded its memory limit',
    diagnostics: ['free -m', "journalctl -k --grep 'Out of memory' -n 20"],
    reading: percent('memory used', 'memory|ram|heap|rss', 90, 40),
    fix: restart('app.service'),
    verify: 'free -m',
  },
  dns_failure: {
    cause: 'host names are not resolved',
    diagnostics: ['resolvectl status', 'getent hosts {host}'],
    reading: failures('failed look-ups'),
    fix: { commands: ['resolvectl flush-caches', 'systemctl restart systemd-resolved'], touches: 'process' },
    verify: 'getent hosts {host}',
  },
  certificate_expired: {
    cause: 'a TLS certificate is no longer valid',
    diagnostics: ['openssl x509 -noout -enddate -in /etc/ssl/certs/{host}.pem'],
    reading: failures('expired certificates'),
    fix: { commands: ['certbot renew --cert-name {host}', 'systemctl reload nginx'], touches: 'settings' },
    verify: 'openssl x509 -noout -checkend 86400 -in /etc/ssl/certs/{host}.pem',
  },
  image_pull: {
    cause: 'the image of a container cannot be pulled',
    diagnostics: ['kubectl describe pod -l host={host}'],
    reading: failures('pods without image'),
    fix: { commands: ['kubectl rollout undo deployment/{host}'], touches: 'settings' },
    verify: 'kubectl rollout status deployment/{host}',
  },
  configuration: {
    cause: 'a setting is missing or malformed',
    diagnostics: ['systemctl status app.service', 'journalctl -u app.service -n 50'],
    reading: failures('failed starts'),
    // The correct value must not be guessed.
    fix: undefined,
    verify: 'systemctl is-active app.service',
  },
  connection_pool: {
    cause: 'the database has no free connections',
    diagnostics: ["psql -c 'select state, count(*) from pg_stat_activity group by 1'"],
    reading: percent('connections used', 'connections?|pool', 80, 50),
    fix: {
      commands: ["psql -c \"select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle' and state_change < now() - interval '10 min'\""],
      touches: 'process',
    },
    verify: "psql -c 'select count(*) from pg_stat_activity'",
  },
  lock_contention: {
    cause: 'transactions are waiting for locks held by another',
    diagnostics: ["psql -c 'select pid, pg_blocking_pids(pid) from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0'"],
    reading: failures('blocked transactions', /\b(\d{1,6}) (?:blocked|waiting)\b/),
    fix: {
      commands: ["psql -c \"select pg_cancel_backend(pid) from pg_stat_activity where state = 'active' and query_start < now() - interval '5 min'\""],
      touches: 'process',
    },
    verify: "psql -c 'select count(*) from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0'",
  },
  slow_query: {
    cause: 'a query scans a whole table because an index is missing',
    diagnostics: ["psql -c 'select query, mean_exec_time from pg_stat_statements order by 2 desc limit 5'"],
    reading: { name: 'query time', unit: 's', pattern: /\b(\d{1,5}) ?(?:s|sec|seconds)\b/, assumed: 30, limit: 1, relief: null },
    // An index changes the schema, so the schema's owner has to add it.
    fix: undefined,
    verify: "psql -c 'select max(mean_exec_time) from pg_stat_statements'",
  },
  replication_lag: {
    cause: 'a replica is behind its primary',
    diagnostics: ["psql -c 'select application_name, replay_lag from pg_stat_replication'"],
    reading: { name: 'lag', unit: 's', pattern: /\b(\d{1,6}) ?(?:s|sec|seconds)\b/, assumed: 300, limit: 10, relief: null },
    // Rebuilding or promoting a replica can lose data.
    fix: undefined,
    verify: "psql -c 'select max(replay_lag) from pg_stat_replication'",
  },
  queue_backlog: {
    cause: 'messages arrive faster than they are consumed',
    diagnostics: ['rabbitmqctl list_queues name messages consumers'],
    reading: { name: 'messages waiting', unit: 'count', pattern: /\b(\d{1,9})\b[^\n]{0,20}messages/, assumed: 10_000, limit: 1_000, relief: null },
    fix: restart('consumer.service'),
    verify: 'rabbitmqctl list_queues name messages',
  },
  open_files: {
    cause: 'a process has used up its file descriptors',
    diagnostics: ['ls /proc/$(pidof app)/fd | wc -l', 'prlimit --nofile --pid $(pidof app)'],
    reading: percent('descriptors used', 'descriptors?|files?', 80, 90),
    fix: restart('app.service'),
    verify: 'ls /proc/$(pidof app)/fd | wc -l',
  },
  credentials: {
    cause: 'a login or secret is refused',
    diagnostics: ['journalctl -u app.service -n 50'],
    reading: failures('refused logins'),
    // Only people issue secrets.
    fix: undefined,
    verify: 'systemctl is-active app.service',
  },
  rate_limited: {
    cause: 'calls are refused because there are too many',
    diagnostics: ['journalctl -u app.service -n 50'],
    reading: failures('refused calls'),
    // The two services' owners decide whether to raise a limit or to send fewer requests.
    fix: undefined,
    verify: 'curl -sS -m 5 http://127.0.0.1/healthz',
  },
  scheduling: {
    cause: 'no node has room for the workload',
    diagnostics: ['kubectl get nodes', 'kubectl describe node {host}'],
    reading: failures('pods waiting', /\b(\d{1,6}) pods?\b/),
    // More capacity costs money, and a drained node may hold data.
    fix: undefined,
    verify: 'kubectl get pods --field-selector=status.phase=Pending',
  },
  job_failed: {
    cause: 'a scheduled job did not finish',
    diagnostics: ['systemctl list-timers --all', 'journalctl -u job.service -n 50'],
    reading: failures('failed jobs'),
    fix: { commands: ['systemctl reset-failed job.service', 'systemctl start job.service'], touches: 'process' },
    verify: 'systemctl is-failed job.service',
  },
  probe_failing: {
    cause: 'a health probe fails although the process runs',
    diagnostics: ['curl -sS -m 5 http://127.0.0.1/healthz', 'journalctl -u app.service -n 50'],
    reading: failures('failed probes'),
    fix: restart('app.service'),
    verify: 'curl -sS -m 5 http://127.0.0.1/healthz',
  },
  upstream_unreachable: {
    cause: 'a service behind this host does not answer',
    diagnostics: ['ss -ltn', 'journalctl -u nginx -n 50'],
    reading: failures('refused calls'),
    fix: { commands: ['systemctl restart upstream.service', 'systemctl reload nginx'], touches: 'process' },
    verify: 'curl -sS -m 5 http://127.0.0.1/healthz',
  },
  cpu_saturation: {
    cause: 'the processors are saturated',
    diagnostics: ['uptime', 'ps -eo pid,pcpu,comm --sort=-pcpu | head -n 10'],
    reading: percent('cpu used', 'cpu|load|processors?', 80, 50),
    fix: restart('app.service'),
    verify: 'uptime',
  },
  crash_loop: {
    cause: 'a process exits soon after every start',
    diagnostics: ['systemctl status app.service', 'coredumpctl list -n 5'],
    reading: failures('restarts'),
    fix: { commands: ['systemctl reset-failed app.service', 'systemctl restart app.service'], touches: 'process' },
    verify: 'systemctl is-active app.service',
  },
};
