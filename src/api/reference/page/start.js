const place = document.getElementById('reference');

const { base, document: url } = place.dataset;
const here = new URL('.', location.href).href;

globalThis.SwaggerUIBundle({
  domNode: place,
  url,
  layout: 'BaseLayout',
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  deepLinking: true,
  displayRequestDuration: true,
  // Swagger UI would otherwise send the documents to an outside validator.
  validatorUrl: null,
  // Only the visible part is in the page, so a browser's own search does not find the rest.
  filter: true,
  // The documents name the public address, but a request from this page goes to the page's own origin.
  requestInterceptor: (request) => ({ ...request, url: request.url.replace(base, here) }),
});
