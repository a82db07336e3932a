import { isBoundTo } from '../../governance/operators/bound-hosts.ts';
import { totpCode, type TotpSettings } from '../../governance/totp.ts';
import type { Untaken } from '../driver/driver.ts';
import { callIn } from '../observe/call-in-frame.ts';
import type { Browser } from '../observe/browser.ts';
import { focusedElement } from '../observe/focused.ts';
import { framesOf, shownPage } from '../observe/frames.ts';
import { ORIGIN, TYPE_SECRET } from '../observe/cover.ts';

/** A credential that a run may use. */
export interface OpenCredential {
  readonly name: string;
  /** Hosts on whose pages it may be typed. */
  readonly hosts: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly totp?: TotpSettings | undefined;
  /**
   * End of the period whose one-time code may be typed, in milliseconds since the epoch. A later code may
   * have been typed elsewhere.
   */
  readonly codeUntilMs?: number;
}

/** The field whose value is a one-time code. */
export const TOTP_FIELD = 'totp';
/** How long a typed one-time code must stay hidden. An earlier process may have typed it. */
const CODES_HIDDEN_MS = 600_000;

/**
 * The secrets that may be typed on a desktop. All of their values are hidden from the beginning, even those
 * that are never typed.
 */
export class Secrets {
  #credentials: readonly OpenCredential[] = [];
  readonly #hidden = new Set<string>();

  /** Replaces the credentials. Values that were known before stay hidden. */
  learn(credentials: readonly OpenCredential[]): void {
    this.#credentials = credentials;
    for (const { fields, totp } of credentials) {
      for (const value of Object.values(fields)) this.#hidden.add(value);
      if (totp === undefined) continue;
      const now = Date.now();
      for (let at = now - CODES_HIDDEN_MS; at <= now; at += totp.period * 1_000)
        this.#hidden.add(totpCode(totp, at));
    }
  }

  /** Texts that nobody may see. */
  get hidden(): readonly string[] {
    return [...this.#hidden];
  }

  /**
   * Types a secret into the focused field, if its document's origin is one of the credential's hosts.
   * @returns why it was not typed
   */
  async type(
    browser: Browser,
    { name, field }: { readonly name: string; readonly field: string },
  ): Promise<Untaken | undefined> {
    const credential = this.#credentials.find((one) => one.name === name);
    const value = credential && valueOf(credential, field);
    if (credential === undefined || value === undefined) return 'unknown-secret';
    if (field === TOTP_FIELD && Date.now() >= (credential.codeUntilMs ?? Infinity)) return 'code-used';
    const shown = await shownPage(browser);
    if (shown?.focused !== true || browser.dialog(shown.page) !== undefined) return 'no-field';
    this.#hidden.add(value);
    await browser.cover(this.hidden);
    const frames = await framesOf(browser, shown.page);
    const focused = await focusedElement(browser, shown.page, frames);
    if (focused === undefined) return 'no-field';
    const { frame, on } = focused;
    const origin = String(await callIn(browser, frame, ORIGIN));
    if (!isBoundTo(origin, credential.hosts)) return 'not-bound';
    const { refused, shown: written } = (await callIn(browser, frame, TYPE_SECRET, {
      on,
      args: [value, origin],
    })) as { readonly refused: '' | Untaken; readonly shown?: string };
    if (written !== undefined) {
      this.#hidden.add(written);
      await browser.cover(this.hidden);
    }
    return refused === '' ? undefined : refused;
  }
}

const valueOf = ({ fields, totp }: OpenCredential, field: string): string | undefined => {
  if (field === TOTP_FIELD && totp !== undefined) return totpCode(totp, Date.now());
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
};
