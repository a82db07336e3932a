// The run's state: its task, steps, usage, question and result. This socket is open from the time the run is queued until it
// ends.

import { clock, parts, say } from './parts.js';
import { watchSilence } from './silence.js';
import { CLOSE, keepToken, openSocket } from './token.js';

const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10_000;

let socket;
let silence;
let retryMs = RETRY_MS;
let right = 'view';
let run;
/** Milliseconds by which the service's clock is ahead of the browser's. */
let ahead = 0;
let lastStep = 0;
let onRun = () => undefined;
let onLost = () => undefined;

const number = (value) => value.toLocaleString('en-IN');

const addSteps = (steps) => {
  const fresh = steps.filter(({ n }) => n > lastStep);
  for (const { n, detail, status } of fresh) {
    lastStep = n;
    const item = document.createElement('li');
    item.value = n;
    item.textContent = status === 'done' ? detail : `${detail} (${status})`;
    item.dataset.status = status;
    parts.log.append(item);
  }
  if (fresh.length > 0) parts.log.scrollTop = parts.log.scrollHeight;
};

const showFacts = ({ steps, current, max_steps, model }) => {
  addSteps(steps);
  const at = current?.n ?? lastStep;
  parts.step.textContent = max_steps === null ? String(at) : `${at} of at most ${max_steps}`;
  say(parts.current, current === null ? '' : `Now: ${current.detail}`);
  parts.tokens.textContent = model == null ? '–' : `${number(model.tokens)} in ${model.turns} turns`;
  parts.cost.textContent = model == null || model.cost === 0 ? '–' : model.cost.toFixed(2);
};

/** Labels of the two buttons, by the kind of answer that the question wants. */
const BUTTONS = {
  approval: ['Approve', 'Refuse'],
  text: ['Send', 'Decline'],
  choice: ['', 'Decline'],
  take_over: ['I have finished', 'Decline'],
};

/** Offers the possible answers to the question: a text, one of its options, or yes and no. */
const offerAnswers = (question) => {
  const wants = question?.wants ?? 'approval';
  const [yes, no] = BUTTONS[wants];
  parts.approve.textContent = yes;
  parts.refuse.textContent = no;
  parts.approve.hidden = wants === 'choice';
  parts.answerLabel.hidden = wants !== 'text';
  parts.answerText.value = '';
  parts.options.hidden = wants !== 'choice';
  parts.options.replaceChildren(
    ...(question?.options ?? []).map((option) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = option;
      button.addEventListener('click', () => answer(true, option));
      return button;
    }),
  );
};

const showQuestion = ({ question }) => {
  parts.question.hidden = question === null;
  const id = question?.id ?? '';
  if (parts.question.dataset.id !== id) {
    parts.question.dataset.id = id;
    offerAnswers(question);
    setAnswering(true);
  }
  say(parts.questionWords, question?.detail ?? '');
  parts.answers.hidden = right !== 'control';
  parts.lookOnly.hidden = right === 'control';
};

const showEnd = ({ status, success, result, ended_by }) => {
  parts.result.hidden = status !== 'done';
  if (status !== 'done') return;
  const how = success === true ? 'The task is finished.' : `The task is not finished (${ended_by}).`;
  say(parts.resultWords, result ? `${how} ${result}` : how);
  parts.result.dataset.success = String(success === true);
};

const setAnswering = (isOpen) => {
  parts.approve.disabled = !isOpen;
  parts.refuse.disabled = !isOpen;
};

const tick = () => {
  if (run === undefined) return;
  const now = run.finished_at === null ? Date.now() + ahead : Date.parse(run.finished_at);
  const most = run.wall_ms === null ? '' : ` of at most ${clock(run.wall_ms)}`;
  parts.time.textContent = clock(now - Date.parse(run.created_at)) + most;
  const { question } = run;
  parts.questionUntil.textContent =
    question === null
      ? ''
      : `If nobody answers, ${question.wants === 'approval' ? 'it is refused' : 'the agent goes on without an answer'} in ${clock(Date.parse(question.until) - Date.now() - ahead)}.`;
};

const hear = (message) => {
  if (message.type === 'token') keepToken(message.token);
  else if (message.type === 'about') {
    right = message.right;
    say(parts.task, message.task ?? 'The task was erased.');
  } else if (message.type === 'screen') onRun({ picture: message.png });
  else if (message.type === 'steered') {
    if (message.status >= 300) {
      say(parts.notice, message.words);
      setAnswering(true);
    } else
      say(parts.notice, message.wish === 'cancel' ? 'The run is being cancelled.' : 'Your answer was sent.');
  } else if (message.type === 'run') {
    const isFirst = run === undefined;
    run = message;
    ahead = Date.parse(message.now) - Date.now();
    // Screen readers should announce new steps, but not all the steps so far.
    if (isFirst) parts.log.setAttribute('aria-live', 'off');
    showFacts(message);
    showQuestion(message);
    showEnd(message);
    parts.cancel.hidden = right !== 'control' || message.status !== 'running';
    parts.cancel.disabled = message.cancelling;
    tick();
    if (isFirst) setTimeout(() => parts.log.setAttribute('aria-live', 'polite'), RETRY_MS);
    onRun({ run: message });
  }
};

const ended = (own, code) => {
  if (own !== socket) return;
  socket = undefined;
  silence.stop();
  own.close();
  if (code === CLOSE.denied || code === CLOSE.busy) {
    parts.cancel.hidden = true;
    parts.question.hidden = true;
    onLost(code);
    return;
  }
  onLost(undefined);
  setTimeout(connect, retryMs);
  retryMs = Math.min(LONGEST_RETRY_MS, 2 * retryMs);
};

const connect = () => {
  const own = openSocket('view/run');
  socket = own;
  silence = watchSilence(
    () => ended(own),
    () => onLost('quiet'),
  );
  own.addEventListener('message', ({ data }) => {
    if (own !== socket) return;
    retryMs = RETRY_MS;
    silence.heard();
    hear(JSON.parse(data));
  });
  own.addEventListener('close', ({ code }) => ended(own, code));
};

const tell = (message) => socket?.send(JSON.stringify(message));

const answer = (approve, text) => {
  setAnswering(false);
  const said = text === undefined ? {} : { answer: text };
  tell({ type: 'answer', id: parts.question.dataset.id, approve, ...said });
};

const approve = () => {
  if (parts.answerLabel.hidden) return answer(true);
  const text = parts.answerText.value.trim();
  if (text === '') parts.answerText.focus();
  else answer(true, text);
};

/**
 * Follows the run for as long as the page is open.
 * @param told called whenever the run changes, with the run and its last picture
 * @param lost called when the connection ends, with the reason if the page will not reconnect
 */
export const followRun = ({ told, lost }) => {
  onRun = told;
  onLost = lost;
  parts.approve.addEventListener('click', approve);
  parts.answerText.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') approve();
  });
  parts.refuse.addEventListener('click', () => answer(false));
  parts.cancel.addEventListener('click', () => parts.sure.showModal());
  parts.stay.addEventListener('click', () => parts.sure.close());
  parts.really.addEventListener('click', () => {
    parts.sure.close();
    tell({ type: 'cancel' });
  });
  setInterval(tick, 1_000);
  connect();
};
