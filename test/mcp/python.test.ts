import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { pythonWith } from '../helpers/python-packages.ts';

const LIMIT = { timeout: 240_000 };

const python = await pythonWith(['mcp==2.3.0', 'fastmcp==4.1.6'], 'mcp, fastmcp');

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ key } = await api.newTeam());
});

/**
 * Lists the tools, scans a text, starts a case, and reads a run that does not exist. Asks a person for
 * missing arguments.
 */
const REST = `
    tools = await client.list_tools()
    tools = getattr(tools, "tools", tools)
    scanned = await client.call_tool("scan_text", {"text": "PAN ABCPK1234L"})
    asked = await client.call_tool("start_case", {"vertical": "kyc", "case": {"applicant": "Asha Sample"}})
    wrong = await client.call_tool("get_run", {"id": "run_0"}, **lenient)
    def structured(result):
        return getattr(result, "structured_content", None)
    print(json.dumps({
        "tools": [tool.name for tool in tools],
        "flags": structured(scanned)["flags"],
        "case_id": structured(asked)["case_id"],
        "wrong": wrong.is_error,
        "problem": json.loads(wrong.content[0].text)["status"],
    }))
`;

const OFFICIAL = `
import asyncio, json, sys, httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult
url, key, mode = sys.argv[1:]
lenient = {}
async def answer(context, params):
    return ElicitResult(action="accept", content={"id": "CLM-PY-1"})
async def main():
  http = httpx2.AsyncClient(headers={"Authorization": "Bearer " + key}, timeout=60)
  async with http, Client(streamable_http_client(url, http_client=http), mode=mode, elicitation_callback=answer) as client:
${REST}
asyncio.run(main())
`;

const FASTMCP = `
import asyncio, json, sys
from fastmcp import Client
url, key, mode = sys.argv[1:]
lenient = {"raise_on_error": False}
async def answer(message, response_type, params, context):
    return response_type(id="CLM-PY-1")
async def main():
  async with Client(url, auth=key, mode=mode, elicitation_handler=answer) as client:
${REST}
asyncio.run(main())
`;

describe.skipIf(python === undefined)('The clients for Python', () => {
  it.each([
    ['the official client', OFFICIAL, '2026-07-28', 'CLM-PY-1'],
    ['the official client', OFFICIAL, 'auto', 'CLM-PY-1'],
    ['the official client', OFFICIAL, 'legacy', 'CLM-PY-1'],
    ['the client of FastMCP', FASTMCP, 'auto', 'CLM-PY-1'],
    ['the client of FastMCP', FASTMCP, 'legacy', 'CLM-PY-1'],
  ])('%s (%#) uses the tools', LIMIT, async (_name, program, mode, caseId) => {
    const { stdout } = await promisify(execFile)(python!, ['-c', program, `${api.url}/mcp`, key, mode]);
    const { tools, ...rest } = JSON.parse(stdout) as { tools: string[] };
    expect(tools).toHaveLength(11);
    expect(rest).toEqual({ flags: ['pan'], case_id: caseId, wrong: true, problem: 404 });
  });
});
