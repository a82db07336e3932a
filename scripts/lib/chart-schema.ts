import { settingNames } from '../../src/config.ts';

/** Settings that the chart itself determines, and why. */
export const SET_BY_CHART: Readonly<Record<string, string>> = {
  HOST: 'the API listens on all addresses of its pod; the network policy decides who reaches it',
  PORT: 'the port inside the pod',
  TEMPORAL_UI_PORT: 'the port inside the pod; TEMPORAL_UI_URL is the address for people',
  WORKER_ROLES: 'sandbox workers run on machines outside the cluster',
  WORKER_METRICS_HOST: 'probes reach the pod by its address',
  WORKER_METRICS_PORT: 'worker.metricsPort',
  WORKFLOW_BUNDLE: 'the image has the bundle of its release',
};

/** Settings of sandbox workers, which deploy/sandbox-host configures. */
export const isOfSandboxHost = (name: string): boolean =>
  /^(DOCKER_HOST|SANDBOX_(?!WAIT_MS|HOLD_MS)|DESKTOP_|EGRESS_(?!ALLOW)|PIP_INDEX_URL)/.test(name);

/** Settings of files that the chart mounts from a Secret. */
export const secretNames: readonly string[] = settingNames.filter((name) =>
  settingNames.includes(`${name}_FILE`),
);

/** Settings that `config` may contain: all that are not secrets and that the chart does not determine. */
export const configNames: readonly string[] = settingNames.filter(
  (name) =>
    SET_BY_CHART[name] === undefined &&
    !isOfSandboxHost(name) &&
    !secretNames.includes(name) &&
    !secretNames.includes(name.replace(/_FILE$/, '')),
);

const only = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});
const each = <T>(names: readonly string[], schema: T) =>
  Object.fromEntries(names.map((name) => [name, schema]));

const text = { type: 'string' };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };
const anything = { type: 'object' };
const map = { type: 'object', additionalProperties: text };
const list = (items: unknown) => ({ type: 'array', items });
const config = only(each(configNames, { type: ['string', 'integer', 'boolean'] }));
const pdb = only({ enabled: flag, minAvailable: { type: ['integer', 'string'] } });
const placement = { resources: anything, nodeSelector: map, tolerations: list(anything) };

/** Returns the schema of the chart's values. */
export const chartSchema = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...only({
    global: anything,
    image: only({
      repository: text,
      tag: text,
      digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
      pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
    }),
    imagePullSecrets: list(only({ name: text }, ['name'])),
    config,
    secrets: only(each(secretNames, only({ name: text, key: text }, ['name', 'key']))),
    certificates: only({ secrets: list(text), configMaps: list(text) }),
    api: only({
      replicas: count,
      config,
      ...placement,
      autoscaling: only({ enabled: flag, minReplicas: count, maxReplicas: count, cpuPercent: count }),
      pdb,
      service: only({ type: text, port: count, annotations: map }),
      ingress: only({ enabled: flag, className: text, host: text, tlsSecret: text, annotations: map }),
    }),
    worker: only({
      replicas: count,
      config,
      ...placement,
      autoscaling: only({
        enabled: flag,
        minReplicas: count,
        maxReplicas: count,
        metric: text,
        backlogPerWorker: { type: 'integer', minimum: 1 },
      }),
      pdb,
      metricsPort: count,
    }),
    migrate: only({ enabled: flag, resources: anything, activeDeadlineSeconds: count }),
    networkPolicy: only({
      enabled: flag,
      ingressFrom: list(anything),
      metricsFrom: list(anything),
      ports: only({ postgres: count, temporal: count, desktops: count, others: list(count) }),
      egress: list(anything),
    }),
    podLabels: map,
    podAnnotations: map,
  }),
});
