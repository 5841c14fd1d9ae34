import { z } from 'zod';
import { timestamp } from './common.ts';
import { language } from './languages.ts';

/** A kind of text that a model writes of an article: a summary in two or three sentences, or a translation by paragraphs. */
export const machineKind = z.enum(['summary', 'translation']);
export type MachineKind = z.infer<typeof machineKind>;

/** The kind of the text, and the language in which the model writes it. */
export const machineTextRequest = z.strictObject({ kind: machineKind, language });

export const machineText = z.object({
  /** coming: it is being made, for this reader or another one. */
  state: z.enum(['none', 'coming', 'made']),
  /** Plain text, never HTML. The first one of a translation is the title. */
  paragraphs: z.array(z.string()),
  /** The name of the model. */
  model: z.string(),
  made_at: timestamp.nullable(),
  /** The cost of the text in USD. Before the text is made: the most that it may cost. */
  usd: z.number().min(0),
  /** True if the article is longer than what the model reads of it. */
  is_cut: z.boolean(),
  /** The cost of the model in this month (UTC) for all readers together, its limit, and the end of the month. */
  month: z.object({ used_usd: z.number().min(0), most_usd: z.number().min(0), ends_at: timestamp }),
});
export type MachineTextAnswer = z.infer<typeof machineText>;
