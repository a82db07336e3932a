import { getServicesDocument, getWorkforceDocument } from '../../contract/operations/discovery.ts';
import type { ReferenceFiles } from './assets.ts';

/** Lets the page load its own files and call its own origin. Swagger UI sets styles and has its icons as data URLs. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const DOCUMENTS = {
  services: { title: 'Outcome services', path: getServicesDocument.path },
  workforce: { title: 'Agent verticals', path: getWorkforceDocument.path },
} as const;

export type DocumentName = keyof typeof DOCUMENTS;

/**
 * Renders the page of one of the two documents. All addresses are relative, so the page also works behind a proxy with a path.
 * @param base the public address, which the documents name as their server
 */
export const renderReference = (
  { scripts, styles }: ReferenceFiles,
  { shown, base }: { readonly shown: DocumentName; readonly base: string },
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Pramaan API: ${DOCUMENTS[shown].title}</title>
    <link rel="icon" href="data:,">
${styles.map(({ name }) => `    <link rel="stylesheet" href="docs/${name}">`).join('\n')}
${scripts.map(({ name }) => `    <script defer src="docs/${name}"></script>`).join('\n')}
  </head>
  <body>
    <nav class="documents" aria-label="Documents">
      <h1>Pramaan API</h1>
${Object.entries(DOCUMENTS)
  .map(
    ([name, { title }]) =>
      `      <a href="docs?document=${name}"${name === shown ? ' aria-current="page"' : ''}>${title}</a>`,
  )
  .join('\n')}
    </nav>
    <main id="reference" data-base="${encodeURI(base)}/" data-document=".${DOCUMENTS[shown].path}"></main>
  </body>
</html>
`;
