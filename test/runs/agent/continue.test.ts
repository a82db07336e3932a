import { afterAll, describe, expect, it } from 'vitest';
import { python, type ScriptedModel, useScriptedModel } from '../../helpers/scripted-model.ts';
import { useService } from '../../helpers/use-service.ts';
import { postTo } from './post.ts';

const LIMIT = { timeout: 240_000 };

const model = await useScriptedModel();
const service = await useService({ sandboxes: true, provider: model.provider });
afterAll(() => expect(model.provider.unexpected()).toBe(0));

const post = postTo(service);
/** Sets the turns of a continued run. Its conversation contains the earlier run's answer, which counts as the first turn. */
const playOn = (name: string, ...turns: Parameters<ScriptedModel['play']>[1]): void =>
  model.play(name, [{ text: 'not asked again' }, ...turns]);

describe('A continued task', () => {
  it(
    'a task continues the conversation and has the files of an earlier one, and says that its sandbox is fresh',
    LIMIT,
    async () => {
      model.play('chain', [
        python("doubled = open('/tmp/in.txt').read() * 2\nopen('/tmp/left.txt', 'w').write(doubled)"),
        { text: 'The file holds 1234 twice.' },
      ]);
      const files = [{ name: 'in.txt', content: '1234' }];
      const first = await post('/v1/agents/tasks', {
        task: '[chain] Double it: 1234.',
        files,
      });
      expect(first.body).toMatchObject({ status: 'succeeded', continued: null });
      playOn(
        'chain',
        (asked) => {
          const said = JSON.stringify(asked.body.messages);
          expect(said).toContain('The file holds 1234 twice.');
          expect(said).toContain('fresh sandbox: the variables doubled are gone');
          expect(said).toContain("doubled = open('/tmp/in.txt')");
          expect(said).toContain('/tmp/left.txt');
          return python(
            "print(open('/tmp/in.txt').read(), open('/tmp/left.txt').read(), open('/tmp/new.txt').read())",
          );
        },
        { text: 'It was 1234.' },
      );
      const { ledger_ref: ref } = first.body;
      const more = { task: 'What was it?', continue: ref, files: [{ name: 'new.txt', content: 'new' }] };
      const second = await post('/v1/agents/tasks', more);
      expect(second.body).toMatchObject({
        status: 'succeeded',
        result: 'It was 1234.',
        unverified_numbers: [],
        continued: { ref, sandbox: 'fresh', variables: ['doubled'] },
        steps: [{ stdout: '1234 12341234 new\n' }],
      });
    },
  );

  it('a continued analysis keeps its dataset and gets a second one', LIMIT, async () => {
    model.play('more', [python('print(df.amount.sum())'), { text: 'It is 30.' }]);
    const data = 'city,amount\nPune,10\nSurat,20\n';
    const first = await post('/v1/analyze', { question: '[more] Sum?', data });
    playOn('more', python('print(sorted(tables), tables["states"].shape[0] + df.amount.sum())'), {
      text: 'Done.',
    });
    const second = await post('/v1/analyze', {
      question: 'And with states?',
      continue: first.body.ledger_ref,
      datasets: [{ name: 'states', data: 'city,state\nPune,MH\n' }],
    });
    expect(second.body.error).toBe(null);
    expect(second.body.steps.map(({ stdout }) => stdout)).toEqual(["['dataset', 'states'] 31\n"]);
    playOn('more', python('print(len(df))'), { text: 'There are 2 rows.' });
    const again = { question: 'Rows?', continue: first.body.ledger_ref };
    const third = await post('/v1/analyze', again);
    expect(third.body).toMatchObject({ answer: 'There are 2 rows.', dataset: { kind: 'csv' } });
  });

  it('the API refuses to continue a run that does not exist or is of another kind', LIMIT, async () => {
    const ref = `task-${'0'.repeat(32)}`;
    const { status, problem } = await post('/v1/agents/tasks', { task: 'x', continue: ref });
    expect([status, problem.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/continue']]);
    const other = await post('/v1/analyze', { question: 'x', continue: ref });
    expect(other.problem.errors?.map(({ pointer }) => pointer)).toEqual(['/continue']);
  });
});
