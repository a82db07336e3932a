import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { command } from '../deployment/commands.ts';

export const CHART = fileURLToPath(new URL('../../deploy/helm', import.meta.url));
const BASE = join(CHART, 'ci/base.yaml');
/** Release of Kubernetes whose schemas are used. */
const RELEASE = '1.36';

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  // oxlint-disable-next-line typescript/no-explicit-any -- a manifest of any kind
  readonly spec: any;
  readonly data?: Readonly<Record<string, string>>;
}

/** Validates each document of a file strictly, and prints all of them as JSON. */
const CHECK = `
import json, sys, yaml, kubernetes_validate
documents = [d for d in yaml.safe_load_all(open(sys.argv[1])) if d]
for d in documents:
    kubernetes_validate.validate(d, '${RELEASE}', strict=True)
print(json.dumps(documents))
`;

/** Runs helm. @returns its output */
const helm = async (verb: readonly string[], values: readonly string[]): Promise<string> => {
  const files = values.flatMap((path) => ['--values', path]);
  return command([inject('helm'), ...verb, CHART, '--kube-version', `${RELEASE}.0`, ...files]);
};

export const lint = async (...values: readonly string[]): Promise<string> =>
  helm(['lint', '--strict'], [BASE, ...values]);

const manifestsOf = async (values: readonly string[]): Promise<readonly Manifest[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-chart-'));
  try {
    const path = join(folder, 'manifests.yaml');
    await writeFile(path, await helm(['template', 'claims', '--namespace', 'pramaan'], values));
    return JSON.parse(await command([inject('kubernetesPython'), '-c', CHECK, path])) as Manifest[];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Renders the chart with the values that every installation needs, and others, and validates the manifests.
 * @throws Error with Helm's words, or with the field that Kubernetes does not know
 */
export const render = async (...values: readonly string[]): Promise<readonly Manifest[]> =>
  manifestsOf([BASE, ...values]);

/** Renders the chart with values given as YAML. @param base false to give these alone */
export const renderWith = async (yaml: string, base = true): Promise<readonly Manifest[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-values-'));
  try {
    const path = join(folder, 'values.yaml');
    await writeFile(path, yaml);
    return await manifestsOf(base ? [BASE, path] : [path]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
