/**
 * Weights for and against an interpretation. Form and check digit give an initial value; labels and the surrounding text add to
 * it or subtract from it. No single piece of evidence is a veto: a number in its usual groups that passes its check outweighs an
 * everyday word before it.
 */
import type { Context } from './label/context.ts';
import { LABEL, type Label } from './page/labels.ts';

/** Minimum confidence to report. */
export const LEAST = 0.5;
/** Maximum confidence. */
const MOST = 0.99;

export type Weighed = 'aadhaar' | 'card' | 'phone';

/** Initial weights, by the number's form and the result of its check. */
export const FORM = {
  aadhaar: { grouped: 0.85, bare: 0.75, doubtful: 0.6, failed: 0.15 },
  card: { grouped: 0.85, bare: 0.8, rare: 0.3, failed: 0.15 },
} as const;

/** Weights of the type's own label if it is directly before the value, further before it, or after it. */
const OWN = { attached: 0.4, near: 0.25, behind: 0.25 } as const;

/** If a label has at most this weight, the surrounding text cannot raise the sum. */
const FIRM = -0.25;

/** Weights of other labels if they are directly before the value, or further before it. */
const AGAINST: Readonly<Partial<Record<Label, readonly [attached: number, near: number]>>> = {
  [LABEL.other]: [-0.6, -0.15],
  [LABEL.money]: [-0.6, 0],
  [LABEL.id]: [-0.32, 0],
  [LABEL.thing]: [-0.28, 0],
};

/** Weights of a contrary label close to a bare number, which probably passes its check by chance. */
const CLOSE: Readonly<Record<Weighed, number>> = { aadhaar: -0.3, card: -0.35, phone: -0.24 };

/** Weights of labels that differ from `AGAINST` for one type. */
const BY_TYPE: Readonly<Record<Weighed, Readonly<Partial<Record<Label, readonly [number, number]>>>>> = {
  aadhaar: {
    [LABEL.account]: [-0.6, 0],
    [LABEL.vehicle]: [-0.6, 0],
    [LABEL.licence]: [-0.6, 0],
    [LABEL.upi]: [-0.6, -0.15],
    [LABEL.ifsc]: [-0.6, 0],
    [LABEL.gstin]: [-0.3, 0],
  },
  // PCI calls a card number a "primary account number".
  card: { [LABEL.account]: [-0.25, 0], [LABEL.vid]: [-0.6, 0] },
  phone: {
    [LABEL.other]: [-0.6, -0.1],
    [LABEL.account]: [-0.6, 0],
    [LABEL.bank]: [-0.6, 0],
    [LABEL.aadhaar]: [-0.6, 0],
    [LABEL.vid]: [-0.6, 0],
    [LABEL.pan]: [-0.6, 0],
    [LABEL.gstin]: [-0.6, 0],
    [LABEL.card]: [-0.6, 0],
    [LABEL.ifsc]: [-0.6, 0],
    [LABEL.voter]: [-0.6, 0],
    [LABEL.passport]: [-0.6, 0],
    [LABEL.licence]: [-0.6, 0],
    [LABEL.vehicle]: [-0.6, 0],
  },
};

/** Adds up the weights of the form, the labels and the surrounding text. Returns 0 if the sum is too low to report. */
export const weigh = (
  type: Weighed,
  form: number,
  { label, attached, close }: Context,
  own: boolean,
  behind = false,
  around = 0,
  bare = false,
): number => {
  let sum = form + around;
  if (own) sum += attached ? OWN.attached : OWN.near;
  else {
    const weights = BY_TYPE[type][label] ?? AGAINST[label];
    const weight = close && label === LABEL.other && bare ? CLOSE[type] : (weights?.[attached ? 0 : 1] ?? 0);
    // A sentence around a number with another label does not make it a phone: "pay using code 98…, thank you".
    if (weight <= FIRM && around > 0) sum -= around;
    sum += weight;
    if (behind) sum += OWN.behind;
  }
  const rounded = Math.round(sum * 100) / 100;
  return rounded < LEAST ? 0 : Math.min(MOST, rounded);
};
