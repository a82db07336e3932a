/** Labels as printed on claim forms, with the member that each one supplies. */
export const LABELS: readonly (readonly [RegExp, string])[] = [
  [/^(?:pan|permanent account (?:number|no\.?))(?: (?:number|no\.?|card))?$/, 'pan'],
  [/^a(?:a)?dha+r(?: (?:number|no\.?|card))?$/, 'aadhaar'],
  [/^policy(?: (?:number|no\.?))?$/, 'policy'],
  [
    /^(?:amount (?:of )?claim(?:ed)?|claim(?:ed)? amount|total (?:amount )?claimed|total claim amount)$/,
    'amount',
  ],
  // Less specific than the labels above, so the claimed amount takes precedence if both are present.
  [
    /^(?:amount|amt\.?|total amount|net amount|net payable|grand total|(?:total |final )?bill(?:ed)? amount|total bill)$/,
    'bill_amount',
  ],
  [/^(?:date of admission|admission date|admitted on|doa)$/, 'admission'],
  [/^(?:date of discharge|discharge date|discharged on|dod)$/, 'discharge'],
  [/^(?:final |provisional |primary )?diagnosis$/, 'diagnosis'],
  [/^(?:treatment(?: given)?|procedure(?: performed)?|surgery|operation)$/, 'treatment'],
  [/^(?:name of (?:the )?hospital|hospital(?: name)?)$/, 'hospital'],
  [/^room rent(?: per day)?$/, 'room_rent'],
];

/** Removes the parts that forms print around a label: its number, its currency, its unit. */
export const labelOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\s*(?:\d{1,2}|[a-z])[.)]\s*/, '')
    .replaceAll(/\([^)]{0,20}\)|\bin (?:rs|inr|rupees)\b\.?|₹|\b(?:rs|inr)\b\.?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
