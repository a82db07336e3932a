import type { PageFiles } from './assets.ts';

/**
 * Lets the page load its own files and connect to its own origin, and nothing else. noVNC sets element styles and shows pointers
 * as data URLs, and a run's last picture is a data URL too.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // The console shows the page in a frame.
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
].join('; ');

export const renderPage = ({ script, style }: PageFiles): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Pramaan live view</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="view/${style.name}">
    <script type="module" src="view/${script.name}"></script>
  </head>
  <body data-control="none">
    <header>
      <h1>Operator run</h1>
      <p id="status" role="status">Loading…</p>
      <div id="actions">
        <button id="take" type="button" hidden>Take control</button>
        <button id="release" type="button" hidden>Give back</button>
        <button id="cancel" type="button" hidden>Cancel run</button>
      </div>
    </header>
    <section id="lease" role="alert" hidden>
      <p id="lease-words"></p>
      <button id="keep" type="button">Keep control</button>
    </section>
    <section id="question" role="region" aria-labelledby="question-title" hidden>
      <h2 id="question-title">The agent asks</h2>
      <p id="question-words" role="alert"></p>
      <p id="question-until"></p>
      <div id="answers">
        <label id="answer-label" hidden>Your answer <input id="answer-text" type="text" maxlength="4000" autocomplete="off"></label>
        <div id="options" role="group" aria-label="Answers to choose from" hidden></div>
        <button id="approve" type="button">Approve</button>
        <button id="refuse" type="button">Refuse</button>
      </div>
      <p id="look-only" hidden>This address is view-only. Answer through the API, or open an address that allows control.</p>
    </section>
    <section id="result" aria-labelledby="result-title" hidden>
      <h2 id="result-title">Result</h2>
      <p id="result-words" role="alert"></p>
    </section>
    <main>
      <section id="desk" aria-label="Desktop">
        <div id="tools" role="toolbar" aria-label="Desktop tools">
          <button id="smaller" type="button" aria-label="Zoom out" disabled>−</button>
          <output id="zoom">100 %</output>
          <button id="larger" type="button" aria-label="Zoom in">+</button>
          <button id="pan" type="button" aria-pressed="false" hidden>Move picture</button>
          <button id="keyboard" type="button" hidden>Keyboard</button>
          <button id="paste" type="button" hidden>Paste</button>
        </div>
        <div id="screen" tabindex="0" role="group" aria-label="Picture of the run's desktop">
          <div id="desktop"></div>
        </div>
        <textarea id="keys" aria-label="The desktop's keyboard" aria-describedby="hint" rows="1" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false" disabled></textarea>
        <p id="hint">While you are in control, your keys go to the desktop. Ctrl+Alt+G takes you back to this page's buttons.</p>
      </section>
      <aside>
        <h2>Task</h2>
        <p id="task">…</p>
        <dl>
          <div><dt>Step</dt><dd id="step">–</dd></div>
          <div><dt>Time</dt><dd id="time">–</dd></div>
          <div><dt>Tokens</dt><dd id="tokens">–</dd></div>
          <div><dt>Cost</dt><dd id="cost">–</dd></div>
        </dl>
        <h2 id="log-title">Steps</h2>
        <p id="current"></p>
        <ol id="log" role="log" aria-labelledby="log-title" tabindex="0"></ol>
      </aside>
    </main>
    <dialog id="sure" aria-labelledby="sure-words">
      <p id="sure-words">Cancel this run? Its desktop is destroyed, and the task stays unfinished.</p>
      <button id="stay" type="button">Keep it running</button>
      <button id="really" type="button">Cancel the run</button>
    </dialog>
    <p id="notice" role="status"></p>
  </body>
</html>
`;
