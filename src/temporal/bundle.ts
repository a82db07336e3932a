import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { failureConverterPath } from './data-converter.ts';

/**
 * Bundles all workflow code into one script for workers to load. Fails if the code uses a clock, files or the network. The source
 * map has positions, which stack traces need, but no sources, because each worker reads it several times at its start.
 */
export const bundleWorkflows = async (): Promise<WorkflowBundleWithSourceMap> =>
  bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
    failureConverterPath,
    workflowInterceptorModules: [
      fileURLToPath(new URL('./sealed-only.ts', import.meta.url)),
      fileURLToPath(new URL('./carried-trace.ts', import.meta.url)),
    ],
    webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-source-map' }),
    logger: new DefaultLogger('WARN'),
  });
