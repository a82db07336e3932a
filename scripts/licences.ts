import { readComponents } from './lib/supply/components.ts';
import { purlOf } from './lib/supply/component.ts';
import { licenceProblems } from './lib/supply/licences.ts';

// Fails if a component's licence is unknown or not on the list: npm run check:licences. With --list, names each one's licence.
const components = await readComponents('.');
if (process.argv.includes('--list'))
  for (const one of components) console.log(`${one.licence ?? '-'}\t${purlOf(one)}\t${one.part}`);
const problems = licenceProblems(components);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else console.log(`The licences of ${components.length} components are on the list.`);
