import { at, tell } from './pages.ts';

/** A portal that requires a login and a one-time code, has a statement to download and accepts an upload. */
export const OFFICE_PAGES: Readonly<Record<string, string>> = {
  '/portal.html': `${tell('portal', 'x: 0')}
    <form id=f onsubmit="tell({ user: f.user.value, password: f.password.value }); f.hidden = true; g.hidden = false; return false">
    <input name=user autocomplete=off ${at(100, 50, 400, 50)}><input name=password type=password ${at(100, 120, 400, 50)}>
    <button ${at(100, 200, 200, 60)}>Sign in</button></form>
    <form id=g hidden onsubmit="tell({ code: g.code.value, at: Date.now() }); g.hidden = true; h.hidden = false; return false">
    <input name=code autocomplete=off ${at(100, 50, 400, 50)}><button ${at(100, 200, 200, 60)}>Go on</button></form>
    <div id=h hidden><p ${at(600, 50, 400, 40)}>Signed in as asha.rao</p>
    <a href="/file.csv" download=statement.csv ${at(100, 50, 300, 50)}>Statement</a>
    <button ${at(100, 120, 300, 50)} onclick="u.click()">Upload</button>
    <input id=u type=file hidden onchange="u.files[0].text().then((text) => tell({ uploaded: u.files[0].name, text }))"></div>`,
};
