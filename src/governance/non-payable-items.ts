/**
 * Items that hospitals bill and that health policies do not cover by default: list I of IRDAI's guidelines on
 * the standardisation of exclusions (2019), and of the master circular on health insurance (2024). Each item
 * has its number in the list, the names under which a rule set lists it, and the form that recognises it on a
 * bill. A form precedes those that would also match its items. The ambulance has no name, because the
 * standard product covers it.
 */
const ITEMS: readonly (readonly [number: number, names: string, form: RegExp])[] = [
  [1, 'baby food', /\bbaby foods?\b/],
  [2, 'baby utilities charges', /\bbaby utilit/],
  [3, 'beauty services', /\bbeauty serv/],
  [4, 'belts; braces', /^(?:belts?|braces?)\b|\bbelts?\/braces?\b/],
  [5, 'buds', /\b(?:ear )?buds?\b/],
  [6, 'cold pack; hot pack', /\b(?:cold|hot) packs?\b/],
  [7, 'carry bags', /\bcarry bags?\b/],
  [8, 'email charges; internet charges; email / internet charges', /\b(?:e-?mail|internet|wi-?fi)\b/],
  [9, 'food charges', /\b(?:food|canteen|cafeteria) charges?\b|\battendant food\b/],
  [10, 'leggings', /\bleggings?\b/],
  [11, 'laundry charges', /\blaundry\b/],
  [12, 'mineral water', /\bmineral water\b/],
  [13, 'sanitary pad', /\bsanitary (?:pads?|napkins?)\b/],
  [14, 'telephone charges', /\btelephone\b/],
  [15, 'guest services', /\bguest (?:services?|charges?)\b/],
  [16, 'crepe bandage', /\bcrepe bandages?\b/],
  [17, 'diaper of any type; diapers', /\bdiapers?\b/],
  [18, 'eyelet collar', /\beyelet collar\b/],
  [40, 'armsling', /\barm ?slings?\b/],
  [19, 'slings', /\bslings?\b/],
  [20, 'blood grouping and cross matching of donors samples', /\bdonors?'? samples?\b/],
  [21, 'service charges where nursing charge also charged', /\bservice charges?\b/],
  [22, 'television charges', /\b(?:television|tv) charges?\b/],
  [23, 'surcharges', /\bsurcharges?\b/],
  [24, 'attendant charges', /\battendant(?:'?s)? charges?\b/],
  [25, 'extra diet of patient', /\bextra diet\b/],
  [26, 'birth certificate', /\bbirth certificate\b/],
  [30, 'medical certificate', /\bmedical certificate\b/],
  [27, 'certificate charges', /\bcertificate charges?\b/],
  [28, 'courier charges', /\bcourier\b/],
  [29, 'conveyance charges', /\bconveyance\b/],
  [31, 'medical records', /\bmedical records?\b|\bmrd charges?\b/],
  [32, 'photocopies charges', /\bphoto ?cop(?:y|ies)\b|\bxerox\b/],
  [33, 'mortuary charges', /\bmortuary\b/],
  [34, 'walking aids charges', /\bwalking aids?\b|\bwalkers?\b|\bcrutch(?:es)?\b/],
  [35, 'oxygen cylinder for usage outside the hospital', /\boxygen cylinders?\b/],
  [36, 'spacer', /\bspacers?\b/],
  [37, 'spirometre; spirometer', /\bspirometers?\b|\bspirometre\b/],
  [57, 'nebulisation kit', /\bnebuli[sz]ation kits?\b/],
  [38, 'nebulizer kit', /\bnebuli[sz]er kits?\b/],
  [39, 'steam inhaler', /\bsteam inhalers?\b/],
  [41, 'thermometer', /\bthermometers?\b/],
  [42, 'cervical collar', /\bcervical collars?\b/],
  [43, 'splint', /\bsplints?\b/],
  [44, 'diabetic foot wear', /\bdiabetic foot ?wear\b/],
  [45, 'knee braces', /\bknee braces?\b/],
  [46, 'knee immobilizer; shoulder immobilizer', /\b(?:knee|shoulder) immobili[sz]ers?\b/],
  [47, 'lumbo sacral belt', /\blumbo ?-?sacral belts?\b/],
  [48, 'nimbus bed or water or air bed charges', /\b(?:nimbus|water|air) beds?\b/],
  [49, 'ambulance collar', /\bambulance collar\b/],
  [50, 'ambulance equipment', /\bambulance equipment\b/],
  [67, '', /\bambulance\b/],
  [51, 'abdominal binder', /\babdominal binders?\b/],
  [52, 'private nurses charges; special nursing charges', /\b(?:private|special) nurs(?:es?|ing)\b/],
  [53, 'sugar free tablets', /\bsugar ?-?free tab/],
  [54, 'creams powders lotions; toiletries', /\b(?:creams?|powders?|lotions?|toiletr(?:y|ies))\b/],
  [55, 'ecg electrodes', /\becg electrodes?\b/],
  [56, 'gloves', /\bgloves?\b/],
  [
    58,
    'delivery kit; orthokit; recovery kit',
    /\b(?:delivery|ortho|recovery|admission|maternity|dressing) ?kits?\b/,
  ],
  [59, 'kidney tray', /\bkidney trays?\b/],
  [62, 'oxygen mask', /\boxygen masks?\b/],
  [60, 'mask', /\bmasks?\b/],
  [61, 'ounce glass', /\bounce glass\b/],
  [63, 'pelvic traction belt', /\bpelvic traction belts?\b/],
  [64, 'pan can', /\bpan can\b/],
  [65, 'trolly cover', /\btroll?e?y cover\b/],
  [66, 'urometer; urine jug', /\burometers?\b|\burine (?:jug|pot)s?\b/],
  [68, 'vasofix safety', /\bvasofix\b/],
];

/** Returns the number that an item has in the list; undefined if the list does not contain it. */
export const nonPayableNumber = (description: string): number | undefined => {
  const plain = description.toLowerCase().replaceAll(/\s+/g, ' ');
  return ITEMS.find(([, , form]) => form.test(plain))?.[0];
};

/** Names of the items in the order of the list, without the ambulance. */
export const OPTIONAL_ITEMS: readonly string[] = ITEMS.toSorted(([a], [b]) => a - b).flatMap(([, names]) =>
  names === '' ? [] : names.split('; '),
);
