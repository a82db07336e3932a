/** Forms of values: how a value with a certain label must look, so that it does not run into the next cell. */

export type ValueForm =
  | 'text'
  | 'name'
  | 'word'
  | 'code'
  | 'age'
  | 'phone'
  | 'date'
  | 'money'
  | 'pan'
  | 'aadhaar'
  | 'ifsc'
  | 'account';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const D = '[0-9\\u0966-\\u096f]';

/** The pattern of each form within its line; undefined for free text. */
export const PATTERNS: Readonly<Partial<Record<ValueForm, RegExp>>> = {
  date: new RegExp(
    `(?<![\\p{L}\\p{N}])${D}{1,2} ?[/.,-] ?${D}{1,2}(?: ?[/.,-] ?(?:${D}{4}|${D}{2})| ${D}{4})(?!${D})|${D}{1,2}(?:st|nd|rd|th)?[ -]${MONTH}[ ,-]{1,2}${D}{2,4}|${D}{4}-${D}{2}-${D}{2}|${D} ${D} ${D} ${D} ${D} ${D}(?: ${D} ${D})?`,
    'iu',
  ),
  money:
    /(?:(?:₹|rs\.?|inr|रु\.?) ?)?-?[0-9\u0966-\u096f][0-9\u0966-\u096f,]*(?:\.[0-9\u0966-\u096f]{1,2})?(?: ?\/-)?/iu,
  pan: /(?<![A-Z0-9])[A-Z0-9]{10}(?![A-Z0-9])|(?<![A-Z0-9])[A-Z0-9](?: [A-Z0-9]){9}(?![A-Z0-9])/iu,
  aadhaar: /(?<!\d)(?:[\dX*]{4}[ -]?){2}\d{4}(?!\d)/iu,
  ifsc: /(?<![A-Z0-9])[A-Z0-9]{11}(?![A-Z0-9])|(?<![A-Z0-9])[A-Z0-9](?: [A-Z0-9]){10}(?![A-Z0-9])/iu,
  account: /(?<!\d)\d(?:[ -]?\d){7,17}(?!\d)/u,
  phone: /(?<!\d)(?:\+?91[ -]?)?\d(?:[ -]?\d){9,10}(?!\d)/u,
  code: /(?<![\p{L}\p{N}])(?:\p{L}{1,6} ?[-/] ?)?(?=[\p{L}\p{N}./_-]*\p{N})[\p{L}\p{N}][\p{L}\p{N}./_-]*/u,
  age: /\d{1,3}/u,
  word: /\p{L}+/u,
};

/** Forms whose value must contain what the pattern describes. Otherwise it counts as unsure. */
export const isStrict = (form: ValueForm): boolean => PATTERNS[form] !== undefined;
