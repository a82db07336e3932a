import { z } from 'zod';

/**
 * The forms that FHIR R4 allows for a string, a uri and a code. A sender's other values are left out, so that
 * its claim can be answered.
 */
const text = z
  .string()
  .regex(/\S/)
  .regex(/^[ \r\n\t\S]+$/);
const uri = z.string().regex(/^\S+$/);
const code = z.string().regex(/^\S+( \S+)*$/);

const orLeftOut = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const claimContextSchema = z.object({
  claim: orLeftOut(text),
  identifier: orLeftOut(z.object({ system: orLeftOut(uri), value: text })),
  use: orLeftOut(z.enum(['claim', 'preauthorization', 'predetermination'])),
  type: orLeftOut(z.object({ system: orLeftOut(uri), code })),
  patient: orLeftOut(text),
  insurer: orLeftOut(text),
  provider: orLeftOut(text),
});

/** References of the claim as its sender wrote them. A claim that arrived in another shape has none. */
export type ClaimContext = z.output<typeof claimContextSchema>;

/** Reads the references of a claim from its mapped event; null means that no event started its run. */
export const readClaimContext = (mapped: unknown): ClaimContext => claimContextSchema.parse(mapped ?? {});
