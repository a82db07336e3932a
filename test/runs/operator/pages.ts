/** Page parts: elements at fixed positions, so that a script can find them, and reports of their state. */

export const STYLE =
  '<style>body{margin:0;font:20px sans-serif} *{box-sizing:border-box} .at{position:absolute}</style>';

/** Returns the attributes that place an element on a page; y counts from the page's top. */
export const at = (x: number, y: number, width: number, height: number): string =>
  `class=at style="left:${x}px;top:${y}px;width:${width}px;height:${height}px"`;

export const tell = (page: string, state: string): string =>
  `<script>const tell = (more) => fetch('/report', { method: 'POST', keepalive: true, body: JSON.stringify({ page: '${page}', ${state}, ...more }) });</script>`;
