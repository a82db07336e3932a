import type { RunCodeBody } from '../../contract/code-run.ts';

type Environment = Readonly<Record<string, string>>;

/** Names of the files that contain environment variables in a sandbox. */
const ENV_JSON = '.pramaan-env.json';
const ENV_SH = '.pramaan-env.sh';

/** Returns the program that sets environment variables for the Python code after it. Its own text contains no value. */
export const settingEnv = (env: Environment): object => ({
  language: 'python',
  code: `import json, os\nwith open('/tmp/${ENV_JSON}') as file:\n    os.environ.update(json.load(file))\ndel file, json, os\n`,
  timeout_ms: 10_000,
  files: [{ name: ENV_JSON, content: JSON.stringify(env) }],
  charts: false,
});

/** Returns a program as the sandbox gets it. Bash reads the variables from a file, in the line of its first command. */
export const programOf = (body: RunCodeBody, env: Environment): object => {
  if (body.language === 'python' || Object.keys(env).length === 0) return body;
  const lines = Object.entries(env).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'\n`,
  );
  return {
    ...body,
    code: `. /tmp/${ENV_SH}; ${body.code}`,
    files: [...(body.files ?? []), { name: ENV_SH, content: lines.join('') }],
  };
};

/** Returns whether a file is the service's own, which callers do not see. */
export const isOwnFile = (name: string): boolean => name === ENV_JSON || name === ENV_SH;
