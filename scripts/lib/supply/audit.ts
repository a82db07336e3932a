import { spawn } from 'node:child_process';

export type AuditOutcome =
  /** Nothing of the level or above is known. */
  | { readonly state: 'clean' }
  | { readonly state: 'vulnerable'; readonly lines: readonly string[] }
  /** The registry did not say, so nothing is known. */
  | { readonly state: 'unanswered'; readonly reason: string };

interface Report {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly severity: string; readonly range: string; readonly via: readonly unknown[] }>
  >;
  readonly message?: string;
  readonly error?: { readonly summary?: string };
}

const LEVELS = ['info', 'low', 'moderate', 'high', 'critical'];

const titlesOf = (via: readonly unknown[]): string =>
  via
    .map((one) => (typeof one === 'string' ? `by ${one}` : String((one as { title?: string }).title)))
    .join('; ');

/**
 * Asks the registry, by `npm audit`, for known vulnerabilities of what `package-lock.json` pins for the service.
 * @param root the checkout
 * @param level the least severity that counts
 */
export const auditPackages = async (
  root: string,
  level: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<AuditOutcome> => {
  const args = ['audit', '--json', '--omit=dev', '--package-lock-only', '--audit=true'];
  const child = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  return readReport(output, level);
};

const readReport = (output: string, level: string): AuditOutcome => {
  let report: Report;
  try {
    report = JSON.parse(output) as Report;
  } catch {
    return { state: 'unanswered', reason: 'npm audit wrote no report' };
  }
  if (report.vulnerabilities === undefined)
    return {
      state: 'unanswered',
      reason: report.message ?? report.error?.summary ?? 'npm audit gave no reason',
    };
  const lines = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => LEVELS.indexOf(severity) >= LEVELS.indexOf(level))
    .map(([name, { severity, range, via }]) => `${name} ${range} (${severity}): ${titlesOf(via)}`);
  return lines.length === 0 ? { state: 'clean' } : { state: 'vulnerable', lines };
};
