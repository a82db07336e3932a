/**
 * Lists II to IV of the items that are not payable by themselves (IRDAI's guidelines on standardisation of
 * health insurance). They are transcribed without their numbers and remarks, so an institution should compare
 * them with its own wording before it uses them.
 */

const words = (text: string): readonly string[] =>
  text
    .split(/[\n;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** List II: items that are part of the room charge. */
export const ROOM_ITEMS = words(`
  baby charges; hand wash; shoe cover; surgical caps; disposable caps; cradle charges; comb; eau-de-cologne; room fresheners; foot cover; gown; slippers
  tissue paper; tooth paste; tooth brush; bed pan; face mask; flexi mask; hand holder; sputum cup; disinfectant lotions
  luxury tax; hvac; house keeping charges; housekeeping; housekeeping charges; air conditioner charges
  im iv injection charges; clean sheet; blanket; warmer blanket; admission kit; diabetic chart charges
  documentation charges; administrative expenses; discharge procedure charges; daily chart charges
  entrance pass; visitors pass charges; expenses related to prescription on discharge; file opening charges
  incidental expenses; misc charges; patient identification band; name tag; pulseoxymeter charges
`);

/** List III: items that are part of the procedure charge. */
export const PROCEDURE_ITEMS = words(`
  hair removal cream; disposable razors charges; eye pad; eye shield; camera cover; dvd cd charges; gauze soft; gauze
  ward and theatre booking charges; arthroscopy and endoscopy instruments; microscope cover
  surgical blades harmonic scalpel shaver; surgical drill; eye kit; eye drape; surgical drapes; x-ray film
  boyles apparatus charges; cotton; cotton bandage; surgical tape; apron; torniquet; tourniquet; orthobundle; gynaec bundle
`);

/** List IV: items that are part of the cost of treatment. */
export const TREATMENT_ITEMS = words(`
  admission charges; registration charges; registration charge; hospitalisation for evaluation; urine container
  blood reservation charges; ante natal booking charges; bipap machine; cpap equipment; capd equipment; infusion pump cost
  hydrogen peroxide; spirit; nutrition planning charges; dietician charges; diet charges; hiv kit; antiseptic mouthwash
  lozenges; mouth paint; vaccination charges; alcohol swabs; scrub solution; sterillium; glucometer and strips; urine bag
`);
