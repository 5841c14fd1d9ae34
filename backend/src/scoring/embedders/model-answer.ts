import { z } from 'zod';
import { ModelCallError } from './model-call.ts';

/** Returns the schema of a vector in a model's answer, of the requested length. */
export const vectorOf = (dimension: number | undefined) =>
  dimension === undefined ? z.array(z.number()).min(1) : z.array(z.number()).length(dimension);

/**
 * Parses an answer of a model.
 * @throws ModelCallError of fault `malformed`, naming the first field that is wrong.
 */
export const parseAnswer = <T>(schema: z.ZodType<T>, answer: unknown): T => {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'answer';
  throw new ModelCallError('malformed', `The model's answer is malformed: ${where}: ${issue?.message ?? ''}`);
};
