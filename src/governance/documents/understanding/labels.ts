/**
 * Labels on the documents of a claim: IRDAI's standard reimbursement form (parts A and B) and cashless request, discharge
 * summaries, bills, identity proofs, prescriptions and cheques, in English and Hindi.
 */
import type { ValueForm } from './values.ts';

export interface Label {
  readonly member: string;
  readonly form: ValueForm;
}

const label = (member: string, form: ValueForm, ...phrases: readonly string[]) =>
  phrases.map((phrase) => [phrase, { member, form }] as const);

/** Phrases as {@link plainOf} writes them. */
export const LABELS: ReadonlyMap<string, Label> = new Map([
  ...label(
    'policy',
    'code',
    'policy no',
    'policy number',
    'policy',
    'पॉलिसी संख्या',
    'पॉलिसी नंबर',
    'बीमा पॉलिसी संख्या',
  ),
  ...label('certificate', 'code', 'sl no certificate no', 'certificate no'),
  ...label('tpa_id', 'code', 'company tpa id no', 'tpa id no', 'tpa id', 'tpa card no', 'health card no'),
  ...label(
    'patient',
    'name',
    'name of the patient',
    'name of patient',
    'patient name',
    'patient',
    'patients name',
    'name of the insured',
    'name of insured person',
    'रोगी का नाम',
    'मरीज का नाम',
  ),
  ...label(
    'name',
    'name',
    'name',
    'full name',
    'name of the primary insured',
    'insured name',
    'नाम',
    'बीमित व्यक्ति का नाम',
    'बीमित का नाम',
  ),
  ...label('gender', 'word', 'gender', 'sex', 'लिंग'),
  ...label(
    'bill_amount',
    'money',
    'bill amount',
    'total bill',
    'total bill amount',
    'billed amount',
    'final bill amount',
  ),
  ...label('age', 'age', 'age', 'age sex', 'age gender', 'age years', 'age in years', 'आयु', 'उम्र'),
  ...label('date_of_birth', 'date', 'date of birth', 'dob', 'birth date', 'जन्म तिथि', 'जन्म की तारीख'),
  ...label('relationship', 'text', 'relationship', 'relationship to primary insured'),
  ...label('phone', 'phone', 'phone no', 'phone', 'mobile no', 'mobile', 'contact no', 'contact number'),
  ...label(
    'hospital',
    'text',
    'hospital',
    'hospital name',
    'name of hospital',
    'name of the hospital',
    'name of hospital where admitted',
    'name of the hospital where admitted',
    'अस्पताल का नाम',
    'अस्पताल',
  ),
  ...label('hospital_id', 'code', 'hospital id', 'rohini id', 'hospital registration no'),
  ...label('room_category', 'text', 'room category', 'room category occupied', 'room type', 'ward', 'bed no'),
  ...label('room_rent', 'money', 'room rent per day', 'per day room rent'),
  ...label(
    'admission',
    'date',
    'date of admission',
    'admission date',
    'admitted on',
    'doa',
    'admission',
    'proposed date of admission',
    'expected date of admission',
    'भर्ती की तिथि',
    'भर्ती तिथि',
    'प्रवेश तिथि',
  ),
  ...label(
    'discharge',
    'date',
    'date of discharge',
    'discharge date',
    'discharged on',
    'dod',
    'छुट्टी की तिथि',
    'डिस्चार्ज तिथि',
    'छुट्टी तिथि',
  ),
  ...label(
    'diagnosis',
    'text',
    'diagnosis',
    'final diagnosis',
    'provisional diagnosis',
    'primary diagnosis',
    'discharge diagnosis',
    'nature of illness',
    'निदान',
    'रोग',
  ),
  ...label('icd_10', 'code', 'icd 10 code', 'icd 10', 'icd code'),
  ...label(
    'treatment',
    'text',
    'treatment',
    'treatment given',
    'procedure',
    'procedure performed',
    'procedure 1',
    'surgery',
    'name of surgery',
    'proposed line of treatment',
    'उपचार',
  ),
  ...label(
    'amount',
    'money',
    'claimed amount',
    'amount claimed',
    'total claimed amount',
    'total amount claimed',
    'total claim amount',
    'claim amount',
    'total claimed',
    'कुल दावा राशि',
    'दावा राशि',
  ),
  ...label(
    'estimate',
    'money',
    'expected cost of hospitalization',
    'sum total expected cost of hospitalization',
    'estimated cost',
    'total expected cost',
  ),
  ...label('pre_hospitalization', 'money', 'pre hospitalization expenses'),
  ...label('hospitalization', 'money', 'hospitalization expenses'),
  ...label('post_hospitalization', 'money', 'post hospitalization expenses'),
  ...label('ambulance', 'money', 'ambulance charges'),
  ...label(
    'doctor',
    'name',
    'name of the treating doctor',
    'name of treating doctor',
    'treating doctor',
    'consultant',
    'doctor',
    'attending doctor',
    'चिकित्सक',
  ),
  ...label('registration', 'code', 'registration no', 'registration no with state code', 'reg no', 'regd no'),
  ...label('ip_number', 'code', 'ip registration number', 'ip no', 'ipd no', 'uhid', 'mrd no', 'mr no'),
  ...label('bill_number', 'code', 'bill no', 'bill number', 'invoice no', 'invoice number', 'बिल संख्या'),
  ...label('bill_date', 'date', 'bill date', 'invoice date'),
  ...label(
    'pan',
    'pan',
    'pan',
    'pan no',
    'pan number',
    'permanent account number',
    'स्थायी खाता संख्या',
    'स्थायी लेखा संख्या',
  ),
  ...label(
    'aadhaar',
    'aadhaar',
    'aadhaar',
    'aadhaar no',
    'aadhaar number',
    'aadhar',
    'aadhar no',
    'आधार संख्या',
    'आधार',
  ),
  ...label(
    'account',
    'account',
    'account number',
    'account no',
    'ac no',
    // Misreadings of `A/c No`.
    'alc no',
    'a e no',
    'ale no',
    'ajc no',
    'aic no',
    'a o no',
    'bank account number',
    'a c no',
    'खाता संख्या',
  ),
  ...label(
    'ifsc',
    'ifsc',
    'ifsc',
    'ifsc code',
    'rtgs neft ifsc',
    'rtgs neft ifsc code',
    'बैंक आईएफएससी',
    'आईएफएससी',
  ),
  ...label('bank', 'text', 'bank name and branch', 'bank name', 'bank', 'name of bank'),
]);

/** Words that start another part of a document, so that a value does not continue into it. */
export const OTHER_LABELS: ReadonlySet<string> = new Set([
  'date',
  'time',
  'place',
  'signature',
  'address',
  'city',
  'state',
  'pin code',
  'email id',
  'occupation',
  'department',
  'qualification',
  'bill to',
  'page',
  'certificate',
  'दिनांक',
  'हस्ताक्षर',
  'पता',
]);

const LONGEST = 7;
export const LONGEST_LABEL = LONGEST;

/** Writes a label in small letters, without punctuation, numbering and units. */
export const plainOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\((?:rs|inr|₹|in rs|in inr|per day|if any|years?|yrs)\.?\)/g, ' ')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
