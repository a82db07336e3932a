/** The headers by which a browser says which page made a request. */
export interface Provenance {
  readonly origin: string;
  /** Sec-Fetch-Site. */
  readonly site: string;
}

export const provenanceOf = (header: (name: string) => string): Provenance => ({
  origin: header('Origin'),
  site: header('Sec-Fetch-Site'),
});

/**
 * Returns whether a page of this service made the request. Browsers send at least one of the two headers with every request that
 * changes something; a page whose policy hides its address sends `Origin: null`.
 */
export const isSameOrigin = ({ origin, site }: Provenance, publicBaseUrl: string): boolean => {
  if (origin !== '' && origin !== 'null') return origin === new URL(publicBaseUrl).origin;
  return site === 'same-origin';
};
