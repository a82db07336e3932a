import { readFileSync } from 'node:fs';

const program = (name: string): string => readFileSync(new URL(`sandbox/${name}`, import.meta.url), 'utf8');

/** Reads [type, value] pairs as JSON from its input; its value is a string of 0 and 1. */
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

/** Reads the file `document` below /tmp, with its modules beside it, and leaves `read.json`: see parseReading. */
export const READER_PROGRAM = program('reader.py');
export const READER_FILES = READER_MODULES.map((name) => ({ name, content: program(name) }));
