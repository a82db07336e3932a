import { describe, expect, it } from 'vitest';
import { startLive } from '../../helpers/live.ts';
import { codeRows } from '../../helpers/sandboxes.ts';
import { answer, brokenAfter, type Said, stream, whole } from '../../model-provider/replies.ts';
import { responses } from '../../model-provider/responses.ts';
import { byTurn, kycTurns } from '../../model-provider/scripts.ts';
import type { Asked, Script } from '../../model-provider/server.ts';
import { answerQuestion, denyByReview } from './approvals.ts';
import { useOperatorLab } from './operators.ts';
import { onPage } from './site.ts';

type Item = Readonly<Record<string, unknown>>;

const computer = (given: object): Said => ({ calls: [{ tool: 'computer', arguments: given }] });
const finish: Said = {
  calls: [{ tool: 'desktop', arguments: { action: 'finish', success: true, result: 'done' } }],
};
/** Looks at the screen, for which the desktop opens; its page may not be drawn before. */
const look = computer({ actions: [{ type: 'screenshot' }] });
const click = (x: number, y: number): Item => {
  const [left, top] = onPage(x, y);
  return { type: 'click', button: 'left', x: left, y: top };
};
const form = { url: 'http://claims.test/form.html', max_steps: 12 };

const lab = await useOperatorLab({
  wire: responses,
  otherwise: byTurn(responses, ...kycTurns().filter(({ calls }) => calls?.[0]?.tool !== 'run_python')),
  env: { MODEL_PROVIDER: 'openai-responses', OPERATOR_TOOLS: 'computer', MODEL_RETRY_INITIAL_MS: '50' },
});

const inputOf = ({ body }: Asked): readonly Item[] => body.input ?? [];

/** Returns reply n for turn n, and keeps the requests. */
const turns = (asked: Asked[], ...said: readonly Said[]): Script => {
  return (question) => {
    asked.push(question);
    const next = said[question.n - 1];
    return next && whole(responses, next);
  };
};

describe('OpenAI’s Responses protocol with its computer tool', { timeout: 180_000 }, () => {
  it('a batch fills and sends a form, and the model gets back its own items and a screen for each call', async () => {
    const asked: Asked[] = [];
    const batch = {
      actions: [click(300, 80), { type: 'type', text: 'Asha CLM-7' }, { type: 'keypress', keys: ['ENTER'] }],
    };
    const script = turns(asked, look, computer(batch), finish);
    const run = await lab.run(form, async (question) => {
      if (question.n === 3)
        await lab.site.reported('form', ({ sent, value }) => sent === true && value === 'Asha CLM-7');
      return script(question);
    });
    expect(run).toMatchObject({ success: true, result: 'done', ended_by: 'finish' });
    expect(run.steps.map(({ action }) => action)).toEqual(['screenshot', 'click', 'type', 'key', 'finish']);

    expect(asked[0]!.body).toMatchObject({ store: false, stream: true, instructions: expect.any(String) });
    expect(asked[0]!.body.tools).toMatchObject([{ type: 'computer' }, { type: 'function', name: 'desktop' }]);
    const items = inputOf(asked[2]!);
    const made = ['reasoning', 'computer_call', 'computer_call_output'];
    expect(items.map(({ type, role }) => type ?? role)).toEqual(['user', ...made, ...made]);
    expect(items[1]).toMatchObject({ id: 'rs_0', encrypted_content: 'sealed-thought' });
    expect(items[5]).toMatchObject({ id: 'cu_0', call_id: 'call_provider_0', ...batch });
    expect(items[6]).toMatchObject({ call_id: 'call_provider_0', output: { type: 'computer_screenshot' } });
    const { image_url } = items[6]!['output'] as { image_url: string };
    const png = Buffer.from(image_url.replace('data:image/png;base64,', ''), 'base64');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_280, 800]);
    const rows = await codeRows(lab.service, run.ledger_ref);
    expect(JSON.stringify(rows)).not.toContain('Asha');
    expect(await lab.service.verify()).toMatchObject({ ok: true });
  });

  it('a safety check waits for a person, is acknowledged when approved and stops the action when refused', async () => {
    const asked: Asked[] = [];
    const check = { id: 'cu_sc_1', code: 'malicious_instructions', message: 'm' };
    const typed = (text: string): object => ({
      actions: [click(300, 80), { type: 'type', text }],
      pending_safety_checks: [check],
    });
    const script = turns(asked, look, computer(typed('approved')), computer(typed('refused')), finish);
    const { run_id } = await lab.start(form, script);
    expect(await answerQuestion(lab, run_id, true)).toMatchObject({
      risk: 'safety_check',
      detail: expect.stringContaining('malicious_instructions'),
    });
    expect(await denyByReview(lab, run_id)).toEqual([
      { state: 'decided', option: 'approve' },
      { state: 'decided', option: 'deny' },
    ]);
    const run = await lab.done(run_id);
    expect(run.steps.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'refused', 'done']);
    await lab.site.reported('form', ({ value }) => value === 'approved');
    expect(lab.site.reports.filter(({ value }) => String(value).includes('refused'))).toEqual([]);
    const outputs = (n: number) => inputOf(asked[n]!).filter(({ type }) => type === 'computer_call_output');
    expect(outputs(2)).toMatchObject([{}, { acknowledged_safety_checks: [check] }]);
    // A check that nobody acknowledged cannot be sent back to the provider, and neither can its call.
    expect(outputs(3)).toHaveLength(2);
    expect(asked[3]!.raw).toContain("needs a person's approval");
    const rows = await codeRows(lab.service, run_id);
    expect(rows.filter(({ action }) => action === 'operator.ask')).toHaveLength(2);
  });

  it('a batch that asks a person midway continues from there and performs every action once', async () => {
    const batch = {
      actions: [
        click(300, 75),
        { type: 'type', text: 'asha' },
        click(300, 145),
        { type: 'type', text: 'hunter2' },
        click(200, 230),
      ],
      pending_safety_checks: [{ id: 's', code: 'sensitive_domain' }],
    };
    const login = { url: 'http://claims.test/login.html', max_steps: 12, confirm: ['submit', 'password'] };
    const script = turns([], look, computer(batch), finish);
    const { run_id } = await lab.start(login, async (question) => {
      if (question.n === 3)
        await lab.site.reported('login', ({ sent, secret }) => sent === true && secret === 'hunter2');
      return script(question);
    });
    const risks: string[] = [];
    for (let n = 0; n < 4; n += 1) risks.push((await answerQuestion(lab, run_id, true)).risk);
    expect(risks).toEqual(['safety_check', 'password', 'password', 'submit']);
    const run = await lab.done(run_id);
    expect(run.steps.map(({ n, action, status }) => `${n} ${action} ${status}`)).toEqual([
      '1 screenshot done',
      '2 click done',
      '3 type done',
      '4 click done',
      '5 type done',
      '6 click done',
      '7 finish done',
    ]);
    const steps = (await codeRows(lab.service, run_id)).map(({ step }) => step).filter((step) => step > 0);
    expect(steps).toEqual(steps.map((_, at) => at + 1));
  });

  it('the run executes nothing from a truncated, rate-limited, malformed or failed reply', async () => {
    const told = computer({ actions: [click(300, 80), { type: 'type', text: 'never' }] });
    const events = responses.events(told).length;
    const times: number[] = [];
    const run = await lab.run(form, ({ n }) => {
      times.push(performance.now());
      if (n === 1) return brokenAfter(responses, told, events - 1, { cut: true });
      if (n === 2)
        return answer(429, responses.error({ type: 'rate_limit', message: 'm' }), { 'retry-after': '1' });
      if (n === 3) return brokenAfter(responses, told, events - 1, { write: 'data: {"type": "resp\n\n' });
      if (n === 4)
        return stream([
          { write: 'data: {"type":"response.failed","response":{"error":{"code":"server_error"}}}\n\n' },
        ]);
      return whole(responses, finish);
    });
    expect(run).toMatchObject({ success: true, ended_by: 'finish' });
    expect(run.steps.map(({ action }) => action)).toEqual(['finish']);
    expect(times[2]! - times[1]!).toBeGreaterThan(950);
    expect(JSON.stringify(lab.site.reports)).not.toContain('never');
  });

  it('an unknown action is reported to the model with the unchanged screen', async () => {
    const asked: Asked[] = [];
    const script = turns(
      asked,
      computer({ action: { type: 'screenshot' } }),
      computer({ actions: [{ type: 'fly', x: 1 }] }),
      computer({}),
      finish,
    );
    const run = await lab.run(form, script);
    expect(run.steps.map(({ status }) => status)).toEqual(['done', 'refused', 'refused', 'done']);
    const pictures = inputOf(asked[3]!).flatMap((item) =>
      item['type'] === 'computer_call_output' ? [(item['output'] as { image_url: string }).image_url] : [],
    );
    expect(new Set(pictures).size).toBe(1);
    expect(inputOf(asked[2]!).at(-1)).toMatchObject({
      role: 'user',
      content: [{ text: 'Error: unknown action.' }],
    });
  });

  it('a live run also works over this protocol, with functions', async () => {
    const { id } = await startLive(lab.service, 'kyc');
    expect(await lab.service.finished(id)).toMatchObject({ status: 'succeeded', decision: 'approve' });
    const last = lab.provider.asked.at(-1)!;
    expect(inputOf(last).filter(({ type }) => type === 'function_call_output')).toHaveLength(6);
  });
});
