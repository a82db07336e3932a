// The live view in the browser. The run's state decides whether there is a desktop to show.

import { offerControl, showPicture, wantDesktop } from './desktop.js';
import { parts, say } from './parts.js';
import { followRun } from './run.js';
import { CLOSE, takeToken } from './token.js';

const WORDS = {
  agent: 'The agent is working.',
  you: 'You are in control; the agent waits.',
  other: 'Another person is in control; the agent waits.',
};
const FOR_GOOD = {
  [CLOSE.denied]: 'This address is no longer valid. Ask for a new one.',
  [CLOSE.busy]: 'Too many people are watching this run, or its key has reached its request limit.',
};
const QUIET = 'Nothing has arrived from the service for some seconds. The picture may be old.';

let run;
let control = 'none';
let refused;
let trouble;

const statusOf = () => {
  if (trouble !== undefined) return trouble;
  if (run === undefined) return 'Connecting…';
  if (run.status === 'done') return run.success ? 'The run has succeeded.' : 'The run has ended.';
  if (refused === 'taken') return 'You cannot take control: somebody else has it.';
  if (control === 'you' || control === 'other') return WORDS[control];
  if (run.question !== null) return 'The agent is waiting for an answer.';
  if (control === 'agent') return WORDS.agent;
  if (run.desktop) return 'Connecting to the desktop…';
  return run.steps.length === 0 && run.model?.turns === 0
    ? 'The run is waiting for a desktop.'
    : 'The run has no desktop at the moment.';
};

const show = () => say(parts.status, statusOf());

takeToken();
offerControl((told) => {
  ({ control, refused } = told);
  show();
});
followRun({
  told: (news) => {
    if (news.picture !== undefined) {
      showPicture(news.picture);
      return;
    }
    ({ run } = news);
    trouble = undefined;
    wantDesktop(run.desktop && run.status === 'running');
    show();
  },
  lost: (code) => {
    if (FOR_GOOD[code] !== undefined) wantDesktop(false);
    trouble = FOR_GOOD[code] ?? (code === 'quiet' ? QUIET : 'The connection was lost. Reconnecting…');
    show();
  },
});
// Connects without waiting for the run's state, because most pages are opened while there is a desktop.
wantDesktop(true);
show();
