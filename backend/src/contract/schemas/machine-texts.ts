import { z } from 'zod';
import { timestamp } from './common.ts';

/** What a model makes of an article: a summary of two or three sentences, or a translation by paragraphs. */
export const machineKind = z.enum(['summary', 'translation']);
export type MachineKind = z.infer<typeof machineKind>;

/** What is asked for, and the language in which it is written. */
export const machineTextRequest = z.strictObject({ kind: machineKind, language: z.enum(['en', 'ja', 'de']) });

export const machineText = z.object({
  /** coming: it is being made, for this reader or another one. */
  state: z.enum(['none', 'coming', 'made']),
  /** Plain text, never HTML. The first one of a translation is the title. */
  paragraphs: z.array(z.string()),
  /** The name of the model. */
  model: z.string(),
  made_at: timestamp.nullable(),
  /** What making it has cost; before that, the most that it may cost. */
  usd: z.number().min(0),
  /** True if the article is longer than what the model reads of it. */
  is_cut: z.boolean(),
  /** What the model has cost in this month (UTC), for all readers, and what it may cost. */
  month: z.object({ used_usd: z.number().min(0), most_usd: z.number().min(0), ends_at: timestamp }),
});
export type MachineTextAnswer = z.infer<typeof machineText>;
