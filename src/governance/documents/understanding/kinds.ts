/** Recognises the kind of a document by the words that such documents print. */
import type { DocumentKind, PageRead, ReadDocument } from '../read-document.ts';

interface Sign {
  readonly kind: DocumentKind;
  readonly form: RegExp;
  readonly weight: number;
  readonly why: string;
}

const TITLE = 5;
const STRONG = 3;
const WEAK = 1;

const sign = (kind: DocumentKind, weight: number, why: string, form: RegExp): Sign => ({
  kind,
  form,
  weight,
  why,
});

const SIGNS: readonly Sign[] = [
  sign('claim_form', TITLE, 'it is titled as a claim form', /\bclaim form\b|दावा प्रपत्र|दावा फॉर्म/iu),
  sign(
    'claim_form',
    TITLE,
    'it is titled as a cashless request',
    /\brequest for cashless\b|\bcashless (?:request|hospitali[sz]ation)\b|\bpre-? ?auth(?:orisation|orization)? (?:request|form)\b/iu,
  ),
  sign(
    'claim_form',
    STRONG,
    'it has the sections of the standard form',
    /\bdetails of (?:primary insured|insurance history|insured person|claim|bills enclosed)\b/iu,
  ),
  sign('claim_form', WEAK, 'it names a claimed amount', /\bclaimed amount\b|\bamount claimed\b|दावा राशि/iu),
  sign(
    'discharge_summary',
    TITLE + 1,
    'it is titled as a discharge summary',
    /\bdischarge (?:summary|card)\b|\bsummary of discharge\b|डिस्चार्ज सारांश|छुट्टी सारांश/iu,
  ),
  sign(
    'discharge_summary',
    STRONG,
    'it describes the course in the hospital',
    /\b(?:course in (?:the )?hospital|hospital course|condition (?:at|on) discharge|advice on discharge|chief complaints?)\b/iu,
  ),
  sign(
    'hospital_bill',
    TITLE,
    'it is titled as a bill',
    /\b(?:final|interim|in-?patient|ip|hospital|detailed|pharmacy)[ -]bill\b|\btax invoice\b|\bbill of supply\b|\bbill (?:cum receipt|summary)\b|अस्पताल बिल/iu,
  ),
  sign('hospital_bill', STRONG, 'it numbers a bill', /\bbill (?:no|number|date)\b/iu),
  sign(
    'hospital_bill',
    STRONG,
    'it has a table of charges',
    /\b(?:particulars|description)\b[^\n]{0,80}\b(?:amount|rate|qty|total)\b/iu,
  ),
  sign(
    'hospital_bill',
    WEAK,
    'it states a total',
    /\b(?:grand total|net payable|net amount|balance due)\b/iu,
  ),
  sign(
    'id_proof',
    TITLE,
    'it is titled as a PAN card',
    /\bpermanent account number card\b|\bincome tax department\b|आयकर विभाग/iu,
  ),
  sign(
    'id_proof',
    TITLE,
    'it is titled as an Aadhaar card',
    /\bunique identification authority\b|\bgovernment of india\b(?=[\s\S]{0,400}\b(?:dob|male|female|year of birth)\b)|मेरा आधार|भारतीय विशिष्ट पहचान/iu,
  ),
  sign(
    'id_proof',
    TITLE,
    'it is titled as another proof of identity',
    /\b(?:driving licen[cs]e|republic of india[\s\S]{0,80}passport|election commission of india|voter)\b/iu,
  ),
  sign(
    'prescription',
    TITLE,
    'it is titled as a prescription',
    /\bprescription\b(?!.{0,12}(?:charges|no\b))/iu,
  ),
  sign(
    'prescription',
    STRONG,
    'it prescribes medicines',
    /(?:^|\n)\s*(?:rx|℞)\b|\b(?:tab|cap|syp|inj)\.? [\p{L}][^\n]{0,60}\b(?:\d ?- ?\d ?- ?\d|od|bd|tds|hs|sos)\b/iu,
  ),
  sign(
    'cheque',
    TITLE,
    'it is titled as a cheque',
    /\bcancelled\b[\s\S]{0,400}\b(?:ifsc?|a\/?c|pay|bearer)\b|\bor bearer\b|\ba\/?c payee\b|\bpay\b[\s\S]{0,300}\bor (?:bearer|order)\b/iu,
  ),
  sign(
    'cheque',
    STRONG,
    'it names a branch and its code',
    /\b(?:rtgs|neft)[\s/]{0,3}(?:neft )?ifsc?\b|\bvalid for (?:three|3) months\b|\bpayable at par\b/iu,
  ),
];

/** Maximum position of a title on a page, in characters. */
const TOP = 400;
const SEARCHED = 6_000;

/** @param declared the kind that the sender named, which is not questioned */
export const kindOf = (
  pages: readonly PageRead[],
  texts: readonly string[],
  declared: DocumentKind | undefined,
): Pick<ReadDocument, 'kind' | 'why'> => {
  if (declared !== undefined) return { kind: declared, why: 'the request says so' };
  const scores = new Map<DocumentKind, { score: number; best: Sign }>();
  const text = texts.slice(0, 3).join('\n').slice(0, SEARCHED);
  for (const each of SIGNS) {
    const at = text.search(each.form);
    if (at < 0) continue;
    const weight = each.weight >= TITLE && at > TOP ? STRONG - 1 : each.weight;
    const before = scores.get(each.kind);
    const best = before !== undefined && before.best.weight >= each.weight ? before.best : each;
    scores.set(each.kind, { score: (before?.score ?? 0) + weight, best });
  }
  const ranked = [...scores].toSorted(([, a], [, b]) => b.score - a.score);
  const [first, second] = ranked;
  if (first === undefined || first[1].score < STRONG) {
    const unread = pages.every(({ source }) => source === 'none');
    return { kind: 'other', why: unread ? 'no page could be read' : 'no words of a known kind were read' };
  }
  if (second !== undefined && second[1].score === first[1].score)
    return { kind: 'other', why: 'it looks like documents of two kinds' };
  return { kind: first[0], why: first[1].best.why };
};
