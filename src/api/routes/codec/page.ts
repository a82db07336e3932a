/** Renders the login page, a plain form without scripts or styles. @param message our own text, never input */
export const page = (message: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Pramaan payload codec</title>
  </head>
  <body>
    <main>
      <h1>Payload codec</h1>
      <p role="status">${message}</p>
      <form method="post">
        <label for="key">API key</label>
        <input id="key" name="key" type="password" autocomplete="off" required>
        <button>Sign in</button>
      </form>
    </main>
  </body>
</html>
`;
