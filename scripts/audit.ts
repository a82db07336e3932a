import { auditPackages } from './lib/supply/audit.ts';

// Fails if a package of the service has a known vulnerability of severity high or critical, or if the registry does not say:
// npm run check:audit [-- <least severity>]. Exit code 1: vulnerable; 2: not known.
const level = process.argv[2] ?? 'high';
const outcome = await auditPackages('.', level);
switch (outcome.state) {
  case 'clean':
    console.log(`No vulnerability of severity ${level} or above is known.`);
    break;
  case 'vulnerable':
    console.error(outcome.lines.join('\n'));
    process.exitCode = 1;
    break;
  default:
    console.error(
      `Vulnerabilities were NOT checked, because the registry did not answer: ${outcome.reason}\n` +
        'Set npm_config_registry to a registry that serves advisories, and check again before a release.',
    );
    process.exitCode = 2;
}
