import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { goProgram } from '../helpers/go-program.ts';
import { pythonWith } from '../helpers/python-packages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    helm: string;
    /** A Python that has the schemas of Kubernetes. */
    kubernetesPython: string;
  }
}

const TOOLS = fileURLToPath(new URL('../../deploy/helm/tools/', import.meta.url));

export default async function setup(project: TestProject): Promise<void> {
  project.provide('helm', await goProgram('helm', TOOLS, 'helm.sh/helm/v3/cmd/helm'));
  const python = await pythonWith(['kubernetes-validate==1.37.0'], 'kubernetes_validate');
  if (python === undefined)
    throw new Error('The schemas of Kubernetes cannot be installed: Python or PyPI is missing.');
  project.provide('kubernetesPython', python);
}
