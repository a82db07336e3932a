// The desktop's picture. noVNC draws it; this file opens the connection, shows who is in control and requests control.

import { listenToKeys } from './keyboard.js';
import { clock, parts, say } from './parts.js';
import { setActing } from './picture.js';
import { watchSilence } from './silence.js';
import { keepToken, openSocket } from './token.js';

// Not awaited, because it tests what the browser can decode while the connection is being opened.
const drawing = import('@novnc/novnc');
const RETRY_MS = 1_000;
/** The page warns the person when control will end within this time if they do nothing. */
const WARN_MS = 20_000;

let rfb;
let socket;
let silence;
let retry;
/** The worker's last message about control. */
let last;
let leaseUntil;
let wanted = false;
let onControl = () => undefined;

const show = (message) => {
  const { control, right, refused } = message;
  const mine = control === 'you';
  document.body.dataset.control = control;
  parts.take.hidden = right !== 'control' || mine;
  parts.take.disabled = control !== 'agent';
  parts.release.hidden = !mine;
  parts.keyboard.hidden = !mine;
  parts.paste.hidden = !mine || navigator.clipboard?.readText === undefined;
  parts.keys.disabled = !mine;
  if (!mine) leaseUntil = undefined;
  warn();
  setActing(mine);
  onControl({ control, refused });
  if (rfb === undefined) return;
  rfb.viewOnly = !mine;
  if (mine) parts.keys.focus({ preventScroll: true });
};

/**
 * Passes a WebSocket's binary messages to noVNC; text messages are ours. Messages that arrive before noVNC listens are queued.
 */
const channelOf = (socket) => {
  const waiting = [];
  let listener = null;
  return {
    protocol: '',
    binaryType: 'arraybuffer',
    onopen: null,
    onerror: null,
    onclose: null,
    get onmessage() {
      return listener;
    },
    set onmessage(given) {
      listener = given;
      // noVNC sets its listener a moment before it is ready to receive messages.
      queueMicrotask(() => {
        for (const event of waiting.splice(0)) listener(event);
      });
    },
    get readyState() {
      return socket.readyState;
    },
    send: (data) => socket.send(data),
    close: () => socket.close(),
    hear: (event) => (listener === null ? waiting.push(event) : listener(event)),
  };
};

const draw = async (own, channel) => {
  const { default: RFB } = await drawing;
  if (own !== socket || own.readyState !== WebSocket.OPEN) return;
  parts.desktop.replaceChildren();
  rfb = new RFB(parts.desktop, channel, { shared: true });
  rfb.viewOnly = true;
  rfb.scaleViewport = true;
  rfb.resizeSession = false;
  rfb.focusOnClick = false;
  rfb.addEventListener('connect', () => {
    document.body.dataset.connected = 'yes';
    const canvas = parts.desktop.querySelector('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', "The desktop's screen");
  });
  show(last);
};

const hear = (message, own, channel) => {
  if (message.type === 'token') keepToken(message.token);
  else if (message.type === 'beat') {
    leaseUntil = message.left_ms === undefined ? undefined : performance.now() + message.left_ms;
    warn();
  } else if (message.type === 'control') {
    const isFirst = last === undefined;
    last = message;
    show(message);
    if (isFirst) void draw(own, channel);
  }
};

/** Warns once that control will end soon, and then counts down silently. */
const warn = () => {
  const left = leaseUntil === undefined ? Infinity : leaseUntil - performance.now();
  const isClose = left < WARN_MS;
  parts.keep.textContent = isClose ? `Keep control (${clock(left)})` : 'Keep control';
  say(
    parts.leaseWords,
    isClose ? 'You have been idle for a while: the agent will take back control soon.' : '',
  );
  parts.lease.hidden = !isClose;
};

const ended = (own) => {
  if (own !== socket) return;
  silence.stop();
  socket = undefined;
  rfb = undefined;
  last = undefined;
  own.close();
  delete document.body.dataset.connected;
  show({ control: 'none', right: 'view' });
  if (wanted) retry = setTimeout(connect, RETRY_MS);
};

const connect = () => {
  retry = undefined;
  const own = openSocket('view/socket');
  socket = own;
  own.binaryType = 'arraybuffer';
  const channel = channelOf(own);
  silence = watchSilence(() => ended(own));
  own.addEventListener('message', (event) => {
    if (own !== socket) return;
    silence.heard();
    if (typeof event.data === 'string') hear(JSON.parse(event.data), own, channel);
    else channel.hear(event);
  });
  own.addEventListener('error', (event) => channel.onerror?.(event));
  own.addEventListener('close', (event) => {
    channel.onclose?.(event);
    ended(own);
  });
};

const tell = (word) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(word);
};
const enter = (text, how) => tell(JSON.stringify({ text, how }));

const pasteOwn = async () => {
  const text = await navigator.clipboard.readText().catch(() => '');
  if (text !== '') enter(text, 'pasted');
  parts.keys.focus();
};

/** Connects while the run has a desktop. Without a desktop there is nothing to connect to. */
export const wantDesktop = (isThere) => {
  wanted = isThere;
  if (isThere && socket === undefined && retry === undefined) connect();
  if (!isThere) {
    clearTimeout(retry);
    retry = undefined;
  }
};

/** Shows a picture instead of the desktop. */
export const showPicture = (base64) => {
  const picture = document.createElement('img');
  picture.src = `data:image/png;base64,${base64}`;
  picture.alt = 'The last screen of the run';
  parts.desktop.replaceChildren(picture);
};

/** @param told called with the new holder whenever control changes hands */
export const offerControl = (told) => {
  onControl = told;
  parts.take.addEventListener('click', () => tell('take'));
  parts.release.addEventListener('click', () => tell('release'));
  parts.keep.addEventListener('click', () => tell('keep'));
  parts.keyboard.addEventListener('click', () => parts.keys.focus());
  parts.paste.addEventListener('click', () => void pasteOwn());
  // noVNC prevents a press from moving the focus, so the focus is moved here.
  parts.desktop.addEventListener('pointerup', () => {
    if (document.body.dataset.control === 'you') parts.keys.focus({ preventScroll: true });
  });
  listenToKeys({
    field: parts.keys,
    canvas: () => parts.desktop.querySelector('canvas'),
    enter,
    leave: () => parts.release.focus(),
  });
  setInterval(warn, 1_000);
};
