// The live view in the browser: noVNC draws, this file opens the connection, shows who is in control and asks for it.

// Asked for and not waited for: it tries out what the browser can decode, while the connection is made.
const drawing = import('@novnc/novnc');
const KEEP = 'pramaan-view';
const DENIED = 4401;
const ABSENT = 4404;
const ENDED = 4410;
const BUSY = 4429;
const RETRY_MS = 1_000;
/** How often a desktop that is not there is asked for again: at first it may be opening, later another may take its place. */
const RETRIES = 30;

const find = (id) => document.getElementById(id);
const [screen, status, take, release] = ['screen', 'status', 'take', 'release'].map(find);

// The token leaves the address at once: it shall not be in the history, in a bookmark or over somebody's shoulder.
const given = location.hash.slice(1);
if (given !== '') sessionStorage.setItem(KEEP, given);
history.replaceState(null, '', location.pathname);

let retries = 0;
let rfb;
let socket;
/** What the worker last told about control. */
let last;

const say = (text) => {
  status.textContent = text;
};

const WORDS = {
  agent: 'The agent is at work.',
  you: 'You are in control; the agent waits.',
  other: 'Another person is in control; the agent waits.',
};

const show = ({ control, right, refused }) => {
  say(refused === 'taken' ? 'Control could not be taken: somebody else has it.' : WORDS[control]);
  document.body.dataset.control = control;
  take.hidden = right !== 'control' || control === 'you';
  take.disabled = control !== 'agent';
  release.hidden = control !== 'you';
  if (rfb === undefined) return;
  rfb.viewOnly = control !== 'you';
  if (control === 'you') rfb.focus();
};

/** The part of a WebSocket that noVNC gets to see: its bytes. Texts are ours. What comes before it listens waits for it. */
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
      // noVNC listens a moment before it is ready to hear.
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
  rfb = new RFB(screen, channel, { shared: true });
  rfb.viewOnly = true;
  rfb.scaleViewport = true;
  rfb.resizeSession = false;
  rfb.addEventListener('connect', () => {
    retries = 0;
    document.body.dataset.connected = 'yes';
  });
  show(last);
};

const hear = (text, own, channel) => {
  const message = JSON.parse(text);
  if (message.type === 'token') sessionStorage.setItem(KEEP, message.token);
  if (message.type !== 'control') return;
  const isFirst = last === undefined;
  last = message;
  show(message);
  if (isFirst) void draw(own, channel);
};

const LAST_WORDS = {
  [DENIED]: 'This address is not valid any more. Ask for a new one.',
  [BUSY]: 'Too many people watch this run.',
  [ABSENT]: 'The desktop of this run is not there: the run has ended, or has not begun.',
  [ENDED]: 'The run has ended.',
};

const ended = ({ code }) => {
  rfb = undefined;
  last = undefined;
  screen.replaceChildren();
  delete document.body.dataset.connected;
  take.hidden = true;
  release.hidden = true;
  if (code === DENIED || code === BUSY || retries >= RETRIES) {
    say(LAST_WORDS[code] ?? 'The connection could not be made.');
    document.body.dataset.control = 'none';
    return;
  }
  retries += 1;
  say(code === ABSENT || code === ENDED ? 'Waiting for the desktop…' : 'Connecting again…');
  setTimeout(connect, RETRY_MS);
};

const connect = () => {
  const address = new URL('view/socket', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  socket = new WebSocket(address);
  const own = socket;
  own.binaryType = 'arraybuffer';
  const channel = channelOf(own);
  own.addEventListener('open', () => {
    own.send(JSON.stringify({ token: sessionStorage.getItem(KEEP) ?? '' }));
  });
  own.addEventListener('message', (event) => {
    if (typeof event.data === 'string') hear(event.data, own, channel);
    else channel.hear(event);
  });
  own.addEventListener('error', (event) => channel.onerror?.(event));
  own.addEventListener('close', (event) => {
    channel.onclose?.(event);
    ended(event);
  });
};

take.addEventListener('click', () => socket.send('take'));
release.addEventListener('click', () => socket.send('release'));
say('Connecting…');
connect();
