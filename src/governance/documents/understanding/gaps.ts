/** Finds out whether something that a document states was lost, although nothing on its pages looks unread. */
import type { DocumentKind, PageRead, ReadMember } from '../read-document.ts';
import type { Row, Word } from './layout.ts';

/** Members that each kind of document always states. One of each list is enough. */
const STATED: Readonly<Record<DocumentKind, readonly (readonly string[])[]>> = {
  claim_form: [
    ['patient', 'name'],
    ['policy', 'ip_number', 'hospital_id', 'registration'],
  ],
  discharge_summary: [['patient', 'name'], ['admission'], ['discharge']],
  hospital_bill: [['bill_amount', 'net_payable', 'sub_total']],
  id_proof: [['name'], ['pan', 'aadhaar']],
  prescription: [['patient', 'name']],
  cheque: [['ifsc'], ['account']],
  other: [],
};

/** Returns whether a member is missing that every document of the kind states. */
export const lacksStated = (kind: DocumentKind, members: readonly ReadMember[]): boolean =>
  STATED[kind].some((names) => !members.some(({ name }) => names.includes(name)));

/** Recognition confidence below which a word is probably misread. */
const POOR = 0.6;
/** Values that usually have a label: codes, dates, long numbers and sums. */
const VALUE =
  /^(?=[\p{L}/-]*\p{L})[\p{L}\p{N}/-]*\p{N}{4}[\p{L}\p{N}/-]*$|^\p{N}{1,2}[/.-]\p{N}{1,2}[/.-]\p{N}{4}$|^\p{N}{6,18}$|^[\p{N},]*\p{N},\p{N}{3}\.\p{N}{2}$/u;

/**
 * Returns whether a row has a value that no member took, after words of which one is probably misread, as the
 * words of a label are.
 */
export const losesLabel = (rows: readonly Row[], page: PageRead, members: readonly ReadMember[]): boolean => {
  const taken = members.filter((member) => member.page === page.number);
  return rows.some((row) =>
    row.some((word, at) => {
      if (word.box === null || !VALUE.test(word.text)) return false;
      return row.slice(0, at).some(isMisread) && !taken.some((member) => covers(member, word));
    }),
  );
};

const isMisread = ({ text, confidence }: Word): boolean => confidence < POOR && /\p{L}/u.test(text);

const covers = ({ box }: ReadMember, word: Word): boolean => {
  const [left, top, right, bottom] = word.box!;
  const [across, down] = [(left + right) / 2, (top + bottom) / 2];
  return box[0] <= across && across <= box[2] && box[1] <= down && down <= box[3];
};
