import { access, mkdir, readFile, rename } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { command } from '../deployment/commands.ts';

declare module 'vitest' {
  interface ProvidedContext {
    helm: string;
    /** A Python that has the schemas of Kubernetes. */
    python: string;
  }
}

const TOOLS = fileURLToPath(new URL('../../deploy/helm/tools/', import.meta.url));
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', 'chart');
const VALIDATE = 'kubernetes-validate==1.37.0';

/** Builds Helm from its Go module, whose hashes go.sum pins, and installs the schemas; both are kept for the next time. */
export default async function setup(project: TestProject): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const sums = await readFile(join(TOOLS, 'go.sum'));
  const helm = join(CACHE, `helm-${createHash('sha256').update(sums).digest('hex').slice(0, 16)}`);
  if (!(await exists(helm))) {
    const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '-mod=readonly -buildvcs=false' };
    const build = ['go', 'build', '-trimpath', '-ldflags=-s -w', '-o', `${helm}.new`, 'helm.sh/helm/v3/cmd/helm'] as const;
    await command(build, { cwd: TOOLS, env });
    await rename(`${helm}.new`, helm);
  }
  const python = join(CACHE, 'python', 'bin', 'python');
  if (!(await exists(python))) await command(['python3', '-m', 'venv', join(CACHE, 'python')]);
  await command([python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', VALIDATE]);
  project.provide('helm', helm);
  project.provide('python', python);
}

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
