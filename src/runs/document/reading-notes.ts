import type { Note } from '../../governance/documents/result.ts';
import type { Reading } from './reading.ts';

/** Recognition confidence below which most of a page's words are guesses. */
const POOR = 0.6;

/** Share of unrecognised writing above which a person should compare the text with the image. */
const MUCH_UNREAD = 0.1;

/** Returns notes about how well a file could be read. */
export const notesOnReading = ({ pages, left_out, doubts }: Reading): readonly Note[] => {
  const notes: Note[] = [];
  const poor = pages.filter(({ source, confidence }) => source === 'ocr' && confidence < POOR).length;
  if (poor > 0)
    notes.push({
      code: 'poor-scan',
      detail: `${poor} of ${pages.length} pages are hard to read: send a sharper picture, at 300 dots per inch.`,
    });
  const unread = doubts.unread.filter((share) => share > MUCH_UNREAD);
  if (unread.length > 0) {
    const most = Math.round(100 * Math.max(...unread));
    notes.push({
      code: 'part-not-read',
      detail: `Up to ${most} % of the writing on ${unread.length} of ${pages.length} pages was not recognised.`,
    });
  } else if (doubts.unreadLines > 0)
    notes.push({
      code: 'part-not-read',
      detail: `Writing in ${doubts.unreadLines} places among the words was not recognised.`,
    });
  if (doubts.handwriting > 0)
    notes.push({
      code: 'part-not-read',
      detail: `${doubts.handwriting} words look like handwriting: what was read of them is a guess.`,
    });
  if (doubts.hurried > 0)
    notes.push({
      code: 'part-not-read',
      detail: `The time ended before ${doubts.hurried} of ${pages.length} pages were read as well as possible: send them again.`,
    });
  if (doubts.unreadForm)
    notes.push({
      code: 'part-not-read',
      detail:
        'The file is an XFA form, which only its own viewer can draw: its pages cannot be read, only values in its data. Print it to a new PDF and send that.',
    });
  if (doubts.differing > 0)
    notes.push({
      code: 'layer-differs',
      detail: `${doubts.differing} words with digits in the text layer can be read in more than one way.`,
    });
  if (left_out > 0) notes.push({ code: 'pages-left-out', detail: `${left_out} pages were not read.` });
  return notes;
};
