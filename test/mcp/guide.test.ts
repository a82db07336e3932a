import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tools } from '../../src/api/routes/mcp/tools.ts';
import { pythonWith } from '../helpers/python-packages.ts';
import { lastResult, useScriptedModel } from '../helpers/scripted-model.ts';
import { useService } from '../helpers/use-service.ts';

const LIMIT = { timeout: 240_000 };

const python = await pythonWith(['mcp==2.3.0', 'fastmcp==4.1.6'], 'mcp, fastmcp');
const agents = await pythonWith(['openai-agents==0.24.0'], 'agents');
const service = await useService();
const model = await useScriptedModel();

const guide = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
const [json, js, py, agent, sh] = [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, , code]) => code!);

const env = {
  ...process.env,
  PRAMAAN_URL: service.url,
  PRAMAAN_KEY: service.key,
  OPENAI_BASE_URL: model.provider.baseUrl,
  OPENAI_API_KEY: 'scripted',
};

const outputOf = async (program: string, ...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, [...args], { env })).stdout;

describe('docs/mcp.md', () => {
  it('the program in JavaScript scans a text', LIMIT, async () => {
    const output = await outputOf(process.execPath, '--input-type=module', '-e', js!);
    expect(output).toMatch(/^PAN \S*X\S* scan-\w+\n$/);
  });

  it('the request by curl scans a text', LIMIT, async () => {
    expect(await outputOf('bash', '-c', sh!)).toContain('"flags":["pan"]');
  });

  it.skipIf(python === undefined)('the program in Python runs a case', LIMIT, async () => {
    expect(await outputOf(python!, '-c', py!)).toBe('succeeded approve\n');
  });

  it.skipIf(agents === undefined)(
    'an agent of another SDK starts a case, is refused another one, and reads the end',
    LIMIT,
    async () => {
      model.play('desk', [
        { calls: [{ tool: 'start_case', arguments: { vertical: 'kyc' } }] },
        { calls: [{ tool: 'get_run', arguments: { id: 'run_0' } }] },
        (asked) => {
          expect(lastResult(asked)).toContain('problem:not-found');
          const [id] = /run_[0-9a-z]{10,}/.exec(asked.raw) ?? [];
          return { calls: [{ tool: 'get_run', arguments: { id, wait_seconds: 120 } }] };
        },
        (asked) => ({ text: /approve|escalate/.exec(lastResult(asked))?.[0] ?? 'unknown' }),
      ]);
      expect(await outputOf(agents!, '-c', agent!)).toBe('approve\n');
      const [first] = model.askedOf('desk');
      expect(first?.body.tools).toHaveLength(tools.length);
      expect(model.provider.unexpected()).toBe(0);
    },
  );

  it.skipIf(python === undefined)("the file connects FastMCP's client", LIMIT, async () => {
    const config = json!.replaceAll(/\$\{(\w+)\}/g, (_all, name: keyof typeof env) => env[name]);
    const program = `
import asyncio, json, sys
from fastmcp import Client
async def main():
    async with Client(json.loads(sys.argv[1])) as client:
        print(len(await client.list_tools()))
asyncio.run(main())
`;
    expect(await outputOf(python!, '-c', program, config)).toBe('11\n');
  });

  it('the table lists every tool with its operation and scope', () => {
    const rows = [...guide.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| `([\w:]+)` +\|$/gm)];
    const documented = rows.map(([, tool, operation, scope]) => ({ tool, operation, scope }));
    const known = tools
      .filter(({ name }) => name !== 'get_run')
      .map(({ name, requestFor }) => {
        const { id, access } = requestFor({}).route.operation;
        return { tool: name, operation: id, scope: access };
      });
    expect(documented).toEqual(known);
  });
});
