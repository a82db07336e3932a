import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

const alerts = read('deploy/monitoring/alerts.yaml');
const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
  panels: { id: number; title: string; gridPos: { x: number; w: number }; targets?: { expr: string }[] }[];
};
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Metrics of this service, by their names in the code. */
const sources = globSync('src/{observability,worker}/**/*.ts', { cwd: ROOT }).map(read).join('\n');
/** Metrics of Node's process and of Temporal's core, which their libraries name. */
const OTHERS = /^(process|nodejs|temporal)_/;

const metricsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)(?=[{)[ ,]|$)/gm)].map(([, name]) => name!);
const isKnown = (name: string): boolean =>
  OTHERS.test(name) || sources.includes(`'${name.replace(/_(bucket|count|sum)$/, '')}'`);
const WORDS = new Set(['histogram_quantile', 'task_queue', 'activity_type', 'worker_type']);

it('alerts and dashboard use only metrics that exist', () => {
  const asked = [...alerts.matchAll(/^ +expr: (.*)$/gm)].flatMap(([, expr]) => metricsIn(expr!));
  const names = [...asked, ...queries.flatMap(metricsIn)].filter((name) => !WORDS.has(name));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
});

it('a test of the rules makes every alert fire, and docs/monitoring.md says what to do about it', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  const tests = read('deploy/monitoring/alerts.test.yaml');
  const guide = read('docs/monitoring.md');
  for (const name of names) {
    expect(tests, name).toMatch(new RegExp(`alertname: ${name}\\n[^-]*exp_alerts:\\n`));
    expect(guide).toContain(`\`${name}\``);
  }
});

it('the panels of the dashboard have ids of their own and fit its width', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});
