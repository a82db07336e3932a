import { expect, it } from 'vitest';
import { Tail } from '../../../src/events/tail.ts';
import { messageId, toldRun } from '../../helpers/told-run.ts';

it('a tail forgets the text of a withdrawn attempt once the turn’s call is stored', () => {
  const tail = new Tail(toldRun.id, { run: toldRun, events: [], last: 0 });
  const message = messageId(1);
  const part = { run: toldRun.id, message, attempt: 1, offset: 0, text: 'I think that' };
  tail.add(part);
  expect(tail.live?.text).toBe('I think that');
  const payload = { turn: 1, message_id: message, call_id: 'c', tool: 'run_python', arguments: '{}' };
  tail.take({ run: toldRun, events: [{ seq: 1, at: 0, type: 'tool.call', payload }], last: 1 });
  expect(tail.live).toBeUndefined();
  tail.add({ ...part, offset: 12, text: ' late' });
  expect(tail.live).toBeUndefined();
});
