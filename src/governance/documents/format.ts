/** Recognises a file's format by its first bytes. The rest of a file is read only inside a sandbox. */
import type { FILE_FORMATS } from '../../contract/stored-document.ts';

export type FileFormat = (typeof FILE_FORMATS)[number];

export const MEDIA_TYPES: Readonly<Record<FileFormat, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  tiff: 'image/tiff',
  webp: 'image/webp',
  text: 'text/plain',
};

/** Bytes that a file may have before `%PDF-`: a byte order mark and white space. */
const LEAD = 64;

const startsWith = (bytes: Uint8Array, hex: string): boolean =>
  Buffer.from(bytes.subarray(0, hex.length / 2)).toString('hex') === hex;

/**
 * Returns the format that a file's first bytes indicate; undefined if they indicate none of the accepted
 * ones.
 */
export const magicFormat = (bytes: Uint8Array): Exclude<FileFormat, 'text'> | undefined => {
  if (/^(?:\xef\xbb\xbf)?\s*%PDF-/.test(Buffer.from(bytes.subarray(0, LEAD)).toString('latin1')))
    return 'pdf';
  if (startsWith(bytes, '89504e470d0a1a0a')) return 'png';
  if (startsWith(bytes, 'ffd8ff')) return 'jpeg';
  if (startsWith(bytes, '49492a00') || startsWith(bytes, '4d4d002a')) return 'tiff';
  if (startsWith(bytes, '52494646') && startsWith(bytes.subarray(8), '57454250')) return 'webp';
  return undefined;
};

/** Returns whether bytes are UTF-8 text without NUL characters. */
const isText = (bytes: Uint8Array): boolean => {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns a file's format: that of its first bytes or, if they indicate none, text. Undefined if it is
 * neither.
 * @param declared media type in lower case, without parameters; '' if the sender declared none
 */
export const formatOf = (bytes: Uint8Array, declared: string): FileFormat | undefined => {
  const format = magicFormat(bytes) ?? (isText(bytes) ? 'text' : undefined);
  if (format === undefined) return undefined;
  const isOpen = declared === '' || declared === 'application/octet-stream';
  return isOpen || MEDIA_TYPES[format] === declared || (format === 'jpeg' && declared === 'image/jpg')
    ? format
    : undefined;
};
