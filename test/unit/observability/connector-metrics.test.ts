import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { watchConnectors } from '../../../src/observability/connector-metrics.ts';

it('a scrape shows connectors by state and waiting runs after one query, and neither while the database is unavailable', async () => {
  const registry = new Registry();
  let isAway = false;
  let queries = 0;
  watchConnectors(registry, async () => {
    queries += 1;
    if (isAway) throw new Error('the database is away');
    return { total: 3, down: 1, waiting: 7 };
  });
  const shown = await registry.metrics();
  expect(shown).toContain('connectors{state="up"} 2\n');
  expect(shown).toContain('connectors{state="down"} 1\n');
  expect(shown).toContain('runs_waiting_for_records 7\n');
  expect(queries).toBe(1);
  isAway = true;
  const away = await registry.metrics();
  expect(away).not.toMatch(/^(connectors|runs_waiting_for_records)[ {]/m);
});
