/** Builds small PDF files by hand, so that a test controls their content. */

/** Joins a file's objects, numbered from 1; the first is its catalog. */
export const pdfOf = (objects: readonly string[]): Buffer => {
  let file = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  );
};

const streamOf = (content: string): string => `<</Length ${content.length}>>stream\n${content}\nendstream`;

interface Field {
  /** Entries of the field's dictionary besides its rectangle. */
  readonly entries: string;
  readonly rect: string;
}

/** Returns a file with one page: lines of text in one of the standard fonts, and form fields. */
export const pageOf = (font: string, lines: readonly string[], fields: readonly Field[] = []): Buffer => {
  const content = `BT /F 11 Tf 50 700 Td ${lines.map((line) => `(${line}) Tj 0 -20 Td`).join(' ')} ET`;
  const kids = fields.map((_, at) => `${at + 5} 0 R`).join(' ');
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${fields.length > 0 ? `/AcroForm<</Fields[${kids}]>>` : ''}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 800]/Contents 4 0 R/Annots[${kids}]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/${font}>>>>>>>>`,
    streamOf(content),
    ...fields.map(
      ({ entries, rect }) => `<</Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${rect}]${entries}>>`,
    ),
  ]);
};

/**
 * Returns a form whose values are stored as XFA data, and whose only page asks the reader to wait for a viewer that draws XFA.
 */
export const xfaOf = (data: string, page = 'Please wait...'): Buffer => {
  const datasets = `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data>${data}</xfa:data></xfa:datasets>`;
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R/NeedsRendering true/AcroForm<</Fields[]/XFA[(template) 5 0 R (datasets) 6 0 R]>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
    streamOf(`BT /F 11 Tf 50 700 Td (${page}) Tj ET`),
    streamOf('<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"/>'),
    streamOf(datasets),
  ]);
};
