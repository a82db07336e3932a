// Measures POST /v1/documents/extract with text, alternating with POST /v1/run with a hello program on the same service.
// Usage: node bench/extraction.ts [--quick]
import { loadavg } from 'node:os';
import { ensureContainerEngine } from '../src/provision/docker.ts';
import { createProgress } from '../src/process/progress.ts';
import { startCodeService } from './lib/code-service.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 10 : 60;
const INVOICE = `TAX INVOICE
GSTIN: 27AAPFU0939F1ZV   Invoice No: INV/2026-27/001   Date: 03/11/2026
Bill to: Meera Sample, PAN ABCPK1234L, Aadhaar 2345 6789 1238, IFSC HDFC0001234
Description HSN Qty Rate Taxable IGST Total
Laptop 8471 2 50,000.00 1,00,000.00 18% 18,000.00 1,18,000.00
Grand Total ₹ 1,18,000.00 (Rupees One Lakh Eighteen Thousand Only)`;

const at = (values: readonly number[], share: number): number =>
  round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN, 1);

const engine = await ensureContainerEngine(createProgress(process.stderr), { env: process.env });
if ('off' in engine) throw new Error(engine.off);
const service = await startCodeService(engine.host);
try {
  const extract = async (): Promise<number> => {
    const begun = performance.now();
    const response = await fetch(`${service.url}/v1/documents/extract`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'invoice', text: INVOICE }),
    });
    const body = (await response.json()) as { valid?: boolean };
    if (body.valid !== true) throw new Error(`unexpected answer: ${response.status}`);
    return performance.now() - begun;
  };
  const hello = async (): Promise<number> => {
    const begun = performance.now();
    await service.run({ code: "print('hello')" });
    return performance.now() - begun;
  };
  for (let first = 0; first < 5; first += 1) {
    await hello();
    await extract();
  }
  const load = loadavg();
  const times = { extract: [] as number[], hello: [] as number[] };
  for (let n = 0; n < ROUNDS; n += 1) {
    await service.settle();
    times.hello.push(await hello());
    await service.settle();
    times.extract.push(await extract());
  }
  const ratios = times.extract.map((ms, n) => ms / times.hello[n]!);
  const figures = {
    extract: { p50: at(times.extract, 0.5), p95: at(times.extract, 0.95) },
    hello: { p50: at(times.hello, 0.5), p95: at(times.hello, 0.95) },
  };
  const { ok } = await service.ledger.verify(service.teamId);
  if (!ok) throw new Error('the chain does not verify');
  console.table(figures);
  console.log(
    JSON.stringify({
      bench: 'extraction',
      baseline: 'POST /v1/run with a hello program on the same service, alternating',
      quick,
      rounds: ROUNDS,
      load,
      ...figures,
      ratio_p50: round(figures.extract.p50 / figures.hello.p50),
      ratio_of_pairs: round(median(ratios)),
    }),
  );
} finally {
  await service.close();
  await engine.stop?.();
}
