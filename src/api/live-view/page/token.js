// The token that opens this page's sockets.

const KEEP = 'pramaan-view';

/**
 * Removes the token from the address, so that it does not appear in the history or a bookmark, and cannot be read over the
 * person's shoulder.
 */
export const takeToken = () => {
  const given = location.hash.slice(1);
  if (given !== '') sessionStorage.setItem(KEEP, given);
  history.replaceState(null, '', location.pathname);
};

export const keepToken = (token) => sessionStorage.setItem(KEEP, token);

/** Opens a socket at a path below the page's own address, and sends the token as its first message. */
export const openSocket = (path) => {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ token: sessionStorage.getItem(KEEP) ?? '' }));
  });
  return socket;
};

/** The service's close codes for sockets. */
export const CLOSE = { denied: 4401, absent: 4404, ended: 4410, busy: 4429 };
