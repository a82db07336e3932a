import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { command } from '../deployment/commands.ts';
import { debianFiles } from '../helpers/debian-files.ts';

const RULES = fileURLToPath(new URL('../../deploy/monitoring/', import.meta.url));

it('Prometheus accepts the alert rules, and they fire when they should and only then', async () => {
  const promtool = join(await debianFiles('prometheus'), 'usr/bin/promtool');
  expect(await command([promtool, 'check', 'rules', 'alerts.yaml'], { cwd: RULES })).toContain('SUCCESS');
  await command([promtool, 'test', 'rules', 'alerts.test.yaml'], { cwd: RULES });
});
