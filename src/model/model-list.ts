import { z } from 'zod';
import { capabilitiesSchema } from './capabilities/capabilities.ts';

/** Text that contains JSON of this schema. */
export const jsonOf = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'expected JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

export const headersSchema = z.record(
  z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'expected a header name'),
  z.string().regex(/^[\t -~]*$/, 'expected a header value'),
);
export const bodySchema = z.record(z.string(), z.json());
export const overridesSchema = capabilitiesSchema.partial();
export const serverUrl = z
  .string()
  .regex(/^https?:\/\/[^\s@]+$/, 'expected an http(s) URL without credentials');
export const proxyUrl = z.string().regex(/^https?:\/\/\S+$/, 'expected the http(s) URL of a proxy');
export const providerName = z.enum(['openai', 'anthropic', 'openai-responses']);
export const effortName = z.string().regex(/^[a-z]{1,20}$/, 'expected a word such as low');

const price = z.number().min(0);

/**
 * A model that requests may choose besides the default one. Whatever an entry leaves out is taken from the MODEL_ settings. The
 * key and the headers, which may be secret, are only taken if the entry has the same server.
 */
const listedModel = z.strictObject({
  /** Name that requests use to choose the model, and that appears in records. */
  name: z.string().regex(/^[\w.:/@-]{1,100}$/, 'expected letters, digits and . : / @ _ -'),
  /** Name at the provider; the same if left out. */
  model: z.string().min(1).max(200).optional(),
  provider: providerName.optional(),
  base_url: serverUrl.optional(),
  api_key: z.string().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  max_output_tokens: z.int().min(1).max(1_000_000).optional(),
  reasoning_effort: effortName.optional(),
  headers: headersSchema.optional(),
  body: bodySchema.optional(),
  proxy: proxyUrl.optional(),
  capabilities: overridesSchema.optional(),
  price_input: price.optional(),
  price_cached: price.optional(),
  price_cache_write: price.optional(),
  price_output: price.optional(),
  /** Names of the models that answer while this one's provider cannot. */
  fallback: z.array(z.string()).max(10).optional(),
});

export type ListedModel = z.output<typeof listedModel>;

export const modelList = z.array(listedModel).max(50);

/** Returns whether an entry is served by the same server as the default model, so that it may use its key. */
export const sameServer = (
  entry: Pick<ListedModel, 'provider' | 'base_url'>,
  base: { readonly provider: string; readonly baseUrl: string | undefined },
): boolean =>
  (entry.provider ?? base.provider) === base.provider && (entry.base_url ?? base.baseUrl) === base.baseUrl;
