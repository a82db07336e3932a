/** English phrases by which customers report that somebody else used their account or money. */
const ENGLISH = [
  /\b(?:fraud(?:ster|ulent(?:ly)?)?s?|hack(?:ed|er|ers|ing)?|hijack(?:ed|ing)?|compromised|phish(?:ed|ing)?|scam(?:s|med|mer|mers)?|stolen|stole|theft|thief|cheat(?:ed|ing)|impersonat\w*|identity theft|clon(?:ed|ing)|breach(?:ed)?|infiltrated)\b/,
  /\bsim[- ](?:swap\w*|clon\w*)|\btake-?over\b|\b(?:taken|took|taking|takes) (?:over|(?:control|possession|hold) of) (?:my|our|the account|it)\b|\b(?:been|was|got|is) taken over\b/,
  /\b(?:someone|somebody|anyone|anybody|some one|another person|other people|third party|stranger|intruder|person) (?:else\b|(?:has |have |had |is |was |may have |might have |must have )?(?:been )?(?:using|used|access\w*|chang\w*|enter\w*|log(?:ged|ging)?|got (?:in|into|access)|gain\w*|broke\w*|getting|controls?|controlling|signed|signing|reset|withdr\w*|transferr?\w*)\b)/,
  /\b(?:someone|somebody|anyone) else\b|\bnot me\b|\b(?:was|is|were) ?n[o']t (?:me|by me|mine|done by me)\b|\bwithout my (?:knowledge|consent|permission|approval|authori[sz]ation)\b|\bnot (?:done|made|initiated|authori[sz]ed|requested|recogni[sz]ed) by (?:me|us)\b/,
  /\b(?:i|we) (?:have |had |'ve )?(?:can ?not|can't|could ?n[o']t|do ?n[o']t) (?:even )?recogni[sz]e\b|\b(?:i|we) (?:have |had |'ve )?(?:never|not|did ?n[o']t|have ?n[o']t) (?:even )?(?:ever )?(?:recogni[sz]ed?|made|authori[sz]ed?|approved?|initiated?|perform(?:ed)?|request(?:ed)? (?:any|this|that|these|it|the)|do this|did this|done this)\b/,
  /\b(?:did ?n[o']t|do ?n[o']t|never) (?:recogni[sz]ed?|make|made|authori[sz]ed?)\b/,
  /\b(?:unauthori[sz]ed|unrecogni[sz]ed|unknown|unfamiliar|suspicious|strange|foreign) (?:\w+ ){0,2}(?:transactions?|log[- ]?ins?|logons?|sign[- ]?ins?|access|transfers?|payments?|activit(?:y|ies)|devices?|locations?|persons?|people|changes?|debits?|withdrawals?|ip)\b/,
];

/** Romanised Hindi, in the spellings that people use. */
const HINGLISH = [
  /\b(?:dhok(?:h)?a(?:dh?a?d(?:h)?i)?|dhokha ?dh?adi|thag\w*|jaal?saaz?i|chori|chura\w*|farzi|farji|fraud\w*)\b/,
  /\bkis+i (?:aur|or|dusre|doosre|anya|ne)\b|\bkoi (?:aur|or|dusra|doosra)\b|\b(?:anjaan|anjan|ajnabi)\b/,
  /\b(?:maine|main ne|mene|meine|humne) (?:\w+ ){0,4}(?:nahi|nahin|nhi|nai) (?:kiya|kiye|ki|kari|diya|badl\w*|manga\w*|maanga\w*|karwaya|bheja)\b|\b(?:mere|meri|hamari) (?:bina|bagair|bagar|ijaa?zat|anumati|jaankari|marzi)\b|\bbina (?:\w+ ){0,2}(?:pooche|puche|ijaa?zat|anumati|bataye|jaankari)\b/,
  /\b(?:pehchan\w*|pahchan\w*) (?:\w+ ){0,2}(?:nahi|nahin|nhi)\b|\b(?:nahi|nahin|nhi) (?:pehchan|pahchan)\w*/,
  /\bkab(?:z|j)a\b/,
];

/** `\b` does not support Devanagari, so these patterns match anywhere. The nukta has already been removed from the text. */
const HINDI = [
  /धोखा|धोका|फ्रॉड|फ्राड|फ्रोड|हैक|ठग|चोरी|चुरा|जालसाज|फर्जी|फिशिंग|स्कैम|कब्जा|अनजान|अनधिकृत|संदिग्ध|अज्ञात/,
  /किसी (?:और|दूसरे|अन्य|ने)|कोई (?:और|दूसरा)/,
  /(?:मैंने|मैने|हमने)[^।.\n]{0,40}(?:नहीं|नही) (?:किय|की|दिय|बदल|माँग|मांग|करवाय|कराय|भेज)/,
  /(?:नहीं|नही) पहचान|पहचान[^।.\n]{0,12}(?:नहीं|नही)|(?:मेरी|मेरे|हमारी) (?:अनुमति|इजाजत|जानकारी|मर्जी|बिना)|बिना[^।.\n]{0,12}(?:अनुमति|इजाजत|जानकारी|पूछे|बताए)/,
];

/** Returns whether lower-case text reports fraud or somebody else's use of the account. */
export const reportsFraud = (text: string): boolean =>
  [...ENGLISH, ...HINGLISH, ...HINDI].some((words) => words.test(text));
