/** File name endings that operators may receive and hand back, unless the administrator lists others. */
export const DEFAULT_FILE_KINDS: readonly string[] =
  'pdf png jpg jpeg tif tiff webp gif odt ods odp doc docx rtf xls xlsx ppt pptx csv tsv txt md json xml eml zip'.split(
    ' ',
  );

/** Returns whether a file's name has one of these endings. */
export const isKindAllowed = (name: string, kinds: readonly string[]): boolean => {
  const ending = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && kinds.some((kind) => kind.toLowerCase().replace(/^\./, '') === ending);
};
