import type { Actor, RowActor } from './actor.ts';
import type { JsonObject } from './canonical.ts';

/** An entry as submitted by a caller. idemKey defaults to `<ledgerRef>/<step>`, and each key is stored only once per team. */
export interface NewEntry extends UnsignedEntry {
  readonly actor: RowActor;
}

/** An entry of any release's form; earlier releases did not always say who acted. */
export interface UnsignedEntry {
  readonly teamId: string;
  readonly ledgerRef: string;
  readonly step: number;
  readonly action: string;
  readonly governance: string;
  readonly summary: string;
  readonly detail: JsonObject;
  readonly idemKey?: string;
  /** Who asked for the action, and what wrote the row. */
  readonly actor?: JsonObject;
  /**
   * What the row's work belongs to (`vertical:kyc`, `model`). If the team has suspended one of these, or everything, the entry is
   * refused. Leave it out for rows that must always be written, such as those of an end.
   */
  readonly suspendable?: readonly string[] | undefined;
}

/** A stored row. Hashes are 64 lowercase hex characters; created_at is an RFC 3339 UTC time with milliseconds. */
export interface Entry extends Said {
  readonly seq: number;
  readonly id: string;
  readonly team_id: string;
  readonly ledger_ref: string;
  readonly step: number;
  readonly action: string;
  /** Who asked for the action; null in rows that do not say. */
  readonly actor: Actor | null;
  readonly created_at: string;
  readonly prev_hash: string;
  readonly row_hash: string;
  /** The exact text that row_hash covers. */
  readonly body: string;
}

/** The part of the content that must be the same in a retry. The writer and the attempt may differ. */
export interface Said {
  readonly governance: string;
  readonly summary: string;
  readonly detail: JsonObject;
}

/** An entry prepared for append_agent_actions. `content` becomes the "content" member of the body. */
export interface PreparedEntry {
  readonly teamId: string;
  readonly id: string;
  readonly ledgerRef: string;
  readonly step: number;
  readonly action: string;
  readonly idemKey: string;
  readonly content: string;
  readonly actor: Actor | null;
  /** The part of the content that must be the same in a retry, after cleaning. */
  readonly said: Said;
  /** Scopes between commas; '' for an entry that no suspension refuses. */
  readonly scopes: string;
}

/** The "columns" member of a body. */
export interface BodyColumns {
  readonly action: string;
  readonly created_at: string;
  readonly id: string;
  readonly idem_key: string;
  readonly ledger_ref: string;
  readonly seq: number;
  readonly step: number;
  readonly team_id: string;
}

/** Returns the body that append_agent_actions builds from the columns and the content, as RFC 8785 text (version 1). */
export const bodyOf = (columns: BodyColumns, content: string): string =>
  `{"columns":{"action":"${columns.action}","created_at":"${columns.created_at}","id":"${columns.id}"` +
  `,"idem_key":"${columns.idem_key}","ledger_ref":"${columns.ledger_ref}","seq":${columns.seq}` +
  `,"step":${columns.step},"team_id":"${columns.team_id}","v":1},"content":${content}}`;

/** The "content" member of a body, apart from `replaced`. */
export interface Content extends Said {
  readonly actor?: JsonObject;
}

/** Parses a body and returns its two members. Both are empty if the body cannot be parsed. */
export const parseBody = (
  body: string,
): { readonly columns: Partial<BodyColumns>; readonly content: Partial<Content> } => {
  try {
    const { columns = {}, content = {} } = JSON.parse(body) as Partial<ReturnType<typeof parseBody>>;
    return { columns, content };
  } catch {
    return { columns: {}, content: {} };
  }
};

/** Fills in fields that are missing from a damaged body. */
export const saidIn = ({ governance = '', summary = '', detail = {} }: Partial<Said>): Said => ({
  governance,
  summary,
  detail,
});
