import { readFileSync } from 'node:fs';

const program = (name: string): string => readFileSync(new URL(`sandbox/${name}`, import.meta.url), 'utf8');

/** Program that reads [type, value] pairs as JSON from its input. Its value is a string of 0s and 1s. */
export const CHECKS_PROGRAM = program('checks.py');

const READER_MODULES = [
  'budget.py',
  'codes.py',
  'coverage.py',
  'forms.py',
  'layer.py',
  'layout.py',
  'pdf_file.py',
  'pictures.py',
  'recognition.py',
  'rupees.py',
  'sheet.py',
  'xfa.py',
];

/** Program that reads the file `document` below /tmp, with its modules beside it, and leaves `read.json` (see parseReading). */
export const READER_PROGRAM = program('reader.py');
export const READER_FILES = READER_MODULES.map((name) => ({ name, content: program(name) }));
