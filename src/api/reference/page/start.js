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
  // Nothing leaves this service, so no other one checks its documents.
  validatorUrl: null,
  // Only what is on the screen is in the page, so a browser's own search does not find the rest.
  filter: true,
  // The documents name the public address; a request from this page goes to where the page came from.
  requestInterceptor: (request) => ({ ...request, url: request.url.replace(base, here) }),
});
