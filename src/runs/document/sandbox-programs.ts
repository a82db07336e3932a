import { readFileSync } from 'node:fs';

const program = (name: string): string => readFileSync(new URL(`sandbox/${name}`, import.meta.url), 'utf8');

/** Program that reads [type, value] pairs as JSON from its input. Its value is a string with a 0 or 1 for each pair. */
export const CHECKS_PROGRAM = program('checks.py');

const READER_MODULES = [
  'budget.py',
  'cells.py',
  'codes.py',
  'columns.py',
  'coverage.py',
  'folds.py',
  'forms.py',
  'hand.py',
  'layer.py',
  'layout.py',
  'passes.py',
  'pdf_file.py',
  'pictures.py',
  'recognition.py',
  'rows.py',
  'rupees.py',
  'scripts.py',
  'second.py',
  'sheet.py',
  'sides.py',
  'unread.py',
  'view.py',
  'xfa.py',
];

/** Program that reads the file `/tmp/document` and writes `read.json` (see parseReading). Its modules are in the same folder. */
export const READER_PROGRAM = program('reader.py');
export const READER_FILES = READER_MODULES.map((name) => ({ name, content: program(name) }));

/** Program that opens the files in `/tmp/files.json` and writes `checked.json`. */
export const CHECK_FILES_PROGRAM = program('check_files.py');

/** Program that draws the page in `/tmp/page.json` of the file `/tmp/document` and writes `page.png`. */
export const DRAW_PAGE_PROGRAM = program('draw_page.py');
