import { createHash } from 'node:crypto';
import type { Reply } from '../services/route.ts';

/** Page that a browser opens after a sign-in that did not name one. */
export const HOME = '/console';

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1rem }
  button, .button { font: inherit; padding: .5rem 1rem; border: 1px solid; border-radius: .3rem; color: inherit; text-decoration: none }`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

interface Page {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** A link below the text. */
  readonly next?: { readonly href: string; readonly label: string };
  /** Address that the page opens by itself. */
  readonly goTo?: string;
  /** A form with a button, whose hidden fields are posted to the page's own address. */
  readonly form?: { readonly button: string; readonly fields: Readonly<Record<string, string>> };
  readonly headers?: Reply['headers'];
}

/**
 * Renders a page of the sign-in: static text without scripts. Such a page, rather than a redirect, follows a sign-in, because
 * browsers do not send a SameSite=Strict cookie along redirects that began at another site.
 */
export const page = ({ status, title, text, next, goTo, form, headers = {} }: Page): Reply => ({
  status,
  type: 'text/html',
  headers: {
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    // With no-referrer, browsers would hide the origin of the page's own form.
    'Referrer-Policy': 'same-origin',
    ...headers,
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${goTo === undefined ? '' : `<meta http-equiv="refresh" content="0; url=${escape(goTo)}">\n`}<title>${escape(title)} · Pramaan</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
<p role="status">${escape(text)}</p>
${next === undefined ? '' : `<p><a class="button" href="${escape(next.href)}">${escape(next.label)}</a></p>\n`}${form === undefined ? '' : renderForm(form)}</main>
</body>
</html>
`,
});

const renderForm = ({ button, fields }: NonNullable<Page['form']>): string => {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  return `<form method="post">${hidden.join('')}<button>${escape(button)}</button></form>\n`;
};

/** Returns the path to open after a sign-in. Anything but a path of this service becomes the default. */
export const safePath = (given: string | undefined): string => {
  if (given === undefined || !given.startsWith('/')) return HOME;
  try {
    const base = 'http://pramaan.invalid';
    const url = new URL(given, base);
    return url.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : HOME;
  } catch {
    return HOME;
  }
};
