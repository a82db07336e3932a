import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tools } from '../../src/api/routes/mcp/tools.ts';
import { pythonWith } from '../helpers/python-packages.ts';
import { useService } from '../helpers/use-service.ts';

const LIMIT = { timeout: 240_000 };

const python = await pythonWith(['mcp==2.3.0', 'fastmcp==4.1.6'], 'mcp, fastmcp');
const service = await useService();

const guide = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
const [json, js, py, sh] = [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, , code]) => code!);

const env = { ...process.env, PRAMAAN_URL: service.url, PRAMAAN_KEY: service.key };

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
