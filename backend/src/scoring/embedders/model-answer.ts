import { z } from 'zod';
import { ModelCallError } from './model-call.ts';

/** A vector as models answer it, of the length asked for. */
export const vectorOf = (dimension: number | undefined) =>
  dimension === undefined ? z.array(z.number()).min(1) : z.array(z.number()).length(dimension);

/** @throws ModelCallError of fault `malformed`, naming the first field that is wrong. */
export const parseAnswer = <T>(schema: z.ZodType<T>, answer: unknown): T => {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'answer';
  throw new ModelCallError('malformed', `The model's answer is malformed: ${where}: ${issue?.message ?? ''}`);
};
