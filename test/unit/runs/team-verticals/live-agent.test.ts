import { expect, it } from 'vitest';
import type { TeamVertical } from '../../../../src/contract/team-vertical.ts';
import { teamPrompts } from '../../../../src/runs/team-verticals/live-agent.ts';
import { COMPLAINT, INVOICE } from '../../../helpers/team-verticals.ts';

const hashes = (document: TeamVertical): readonly string[] =>
  teamPrompts(document).map(({ sha256 }) => sha256);

it('a change of any text that a model reads changes only the version of its own prompt', () => {
  const [loop, read] = hashes(COMPLAINT);
  expect(teamPrompts(COMPLAINT).map(({ id }) => id)).toEqual(['live.complaint', 'live.complaint.read']);
  const live = COMPLAINT.live!;
  const instructed = hashes({ ...COMPLAINT, live: { ...live, instructions: 'Go on.' } });
  expect([instructed[0] === loop, instructed[1] === read]).toEqual([false, true]);
  const described = hashes({ ...COMPLAINT, live: { ...live, tools: { scan: 'Scan it.' } } });
  expect([described[0] === loop, described[1] === read]).toEqual([false, true]);
  const steps = COMPLAINT.steps.map((step) =>
    step.do === 'model' ? { ...step, prompt: 'What is it?' } : step,
  );
  const asked = hashes({ ...COMPLAINT, steps });
  expect([asked[0] === loop, asked[1] === read]).toEqual([true, false]);
  expect(hashes({ ...COMPLAINT, version: 2 })).toEqual([loop, read]);
});

it('a document without live runs has no prompts', () => {
  expect(hashes(INVOICE)).toEqual([]);
});
