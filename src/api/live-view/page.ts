import type { PageFiles } from './assets.ts';

/**
 * What the page may do: load its own files and talk to its own origin. noVNC sets styles on elements and shows pointers as
 * data.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

export const renderPage = ({ script, style }: PageFiles): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Pramaan live view</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="view/${style.name}">
    <script type="module" src="view/${script.name}"></script>
  </head>
  <body data-control="none">
    <header>
      <p id="status" role="status">Loading…</p>
      <button id="take" type="button" hidden>Take control</button>
      <button id="release" type="button" hidden>Give back</button>
    </header>
    <main id="screen" aria-label="Desktop of the run"></main>
  </body>
</html>
`;
