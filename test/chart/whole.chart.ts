import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHART, lint, type Manifest, render, renderWith } from './render.ts';

const values = globSync(`${CHART}/ci/*.yaml`).toSorted();
const named = (name: string): string => `${CHART}/ci/${name}.yaml`;

const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name)!;

const podsOf = (manifests: readonly Manifest[]): readonly Manifest['spec'][] =>
  manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map(({ spec }) => spec.template.spec);

const envOf = (pod: Manifest['spec']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pod.containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );

/** Returns the checksums of their settings in the pods of the API and the workers. */
const sumsOf = async (yaml: string) => {
  const manifests = await renderWith(yaml);
  return ['claims-api', 'claims-worker'].map(
    (name) => find(manifests, 'Deployment', name).spec.template.metadata.annotations['checksum/config'],
  );
};

it('there are some twenty files of values', () => {
  expect(values.length).toBeGreaterThanOrEqual(20);
});

describe.each(values)('%s', (path) => {
  it('passes lint, and Kubernetes knows every field of what it renders', async () => {
    expect(await lint(path)).toContain('0 chart(s) failed');
    const manifests = await render(path);
    for (const pod of podsOf(manifests)) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers)
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      // Secrets reach a process as files, never as variables that others can read.
      expect(JSON.stringify(pod)).not.toContain('secretKeyRef');
    }
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
  });
});

describe('The settings of the processes', () => {
  it('the owner’s connection reaches only the migration, and signing keys only the workers', async () => {
    const manifests = await render(named('key-vault'));
    const secretsOf = (kind: string, name: string) =>
      Object.keys(envOf(find(manifests, kind, name).spec.template.spec))
        .filter((one) => one.endsWith('_FILE'))
        .toSorted();
    expect(secretsOf('Job', 'claims-migrate')).toEqual(['DATABASE_MIGRATION_URL_FILE']);
    expect(secretsOf('Deployment', 'claims-api')).toEqual([
      'DATABASE_URL_FILE',
      'ENCRYPTION_KEYS_FILE',
      'VAULT_TOKEN_FILE',
    ]);
    expect(secretsOf('Deployment', 'claims-worker')).toEqual([
      'DATABASE_URL_FILE',
      'ENCRYPTION_KEYS_FILE',
      'LEDGER_SIGNING_KEYS_FILE',
      'VAULT_TOKEN_FILE',
    ]);
  });

  it('a process’s own setting takes precedence over the common one', async () => {
    const manifests = await render(named('limits'));
    expect(find(manifests, 'ConfigMap', 'claims-api').data).toMatchObject({
      DATABASE_POOL_MAX: '40',
      RATE_LIMIT_PER_MINUTE: '12000',
    });
    expect(find(manifests, 'ConfigMap', 'claims-worker').data).toMatchObject({ DATABASE_POOL_MAX: '80' });
  });

  it('workers scale by the backlog of their own queue, and a scaled deployment sets no replicas', async () => {
    const manifests = await render(named('worker-scaled'));
    expect(find(manifests, 'Deployment', 'claims-worker').spec.replicas).toBeUndefined();
    expect(find(manifests, 'HorizontalPodAutoscaler', 'claims-worker').spec.metrics).toEqual([
      {
        type: 'External',
        external: {
          metric: { name: 'task_queue_backlog', selector: { matchLabels: { queue: 'claims' } } },
          target: { type: 'AverageValue', averageValue: '50' },
        },
      },
    ]);
  });

  it('the migration and its network policy run before everything else of a release', async () => {
    const hooks = (await render(named('base'))).filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook'] !== undefined,
    );
    expect(hooks.map(({ kind, metadata }) => [kind, metadata.annotations?.['helm.sh/hook-weight']])).toEqual(
      expect.arrayContaining([
        ['Job', '0'],
        ['NetworkPolicy', '-5'],
      ]),
    );
  });

  it('a changed setting restarts only the pods of its process', async () => {
    const [api, worker] = await sumsOf('{}');
    const changed = await sumsOf('worker: { config: { MODEL_CONCURRENCY: 10 } }');
    expect(changed[0]).toBe(api);
    expect(changed[1]).not.toBe(worker);
  });
});

describe('Values that cannot work', () => {
  it.for([
    ['a setting that does not exist', 'config: { DATABSE_POOL_MAX: 3 }', /DATABSE_POOL_MAX/],
    ['a secret among the settings', 'config: { ENCRYPTION_KEYS: k1 }', /ENCRYPTION_KEYS/],
    ['a digest that is none', 'image: { digest: latest }', /digest/],
    ['an ingress without a host', 'api: { ingress: { enabled: true } }', /ingress\.host is required/],
    ['a misspelt part', 'workers: { replicas: 3 }', /workers/],
  ] as const)('%s is refused by name', async ([, yaml, words]) => {
    await expect(renderWith(yaml)).rejects.toThrow(words);
  });

  it.for([
    ['ENCRYPTION_KEYS', '{ DATABASE_URL: { name: a, key: b } }', 'a:7233'],
    [
      'DATABASE_MIGRATION_URL',
      '{ DATABASE_URL: { name: a, key: b }, ENCRYPTION_KEYS: { name: a, key: c } }',
      'a:7233',
    ],
    [
      'TEMPORAL_ADDRESS',
      '{ DATABASE_URL: &r { name: a, key: b }, ENCRYPTION_KEYS: *r, DATABASE_MIGRATION_URL: *r }',
      '',
    ],
  ] as const)('values without %s are refused by name', async ([missing, secrets, address]) => {
    const config = address === '' ? '{}' : `{ TEMPORAL_ADDRESS: '${address}' }`;
    const yaml = `secrets: ${secrets}\nconfig: ${config}\n`;
    await expect(renderWith(yaml, false)).rejects.toThrow(new RegExp(`${missing} is required`));
  });
});
