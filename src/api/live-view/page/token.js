// The token that opens this page's sockets.

const KEEP = 'pramaan-view';

/** Takes the token out of the address: it shall not be in the history, in a bookmark or over somebody's shoulder. */
export const takeToken = () => {
  const given = location.hash.slice(1);
  if (given !== '') sessionStorage.setItem(KEEP, given);
  history.replaceState(null, '', location.pathname);
};

export const keepToken = (token) => sessionStorage.setItem(KEEP, token);

/** Opens a socket below the page's own address; the token is its first message. */
export const openSocket = (path) => {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ token: sessionStorage.getItem(KEEP) ?? '' }));
  });
  return socket;
};

/** The codes with which a socket is closed. */
export const CLOSE = { denied: 4401, absent: 4404, ended: 4410, busy: 4429 };
