import type { Context } from 'aws-lambda';
import { z } from 'zod';
import type { Embedder } from '../model/score/embedder.ts';

const modelCheck = z.object({ check: z.literal('model') });

type CheckedModel = { model: string; is_available: boolean; reason: string | null };

const checkModel = async ({ model, embed }: Embedder): Promise<CheckedModel> => {
  try {
    const [result] = await embed([{ title: 'weather', body: '', purpose: 'keyword' }]);
    const reason = result === undefined || result.ok ? null : result.error.message;
    return { model, is_available: reason === null, reason };
  } catch (error) {
    return { model, is_available: false, reason: error instanceof Error ? error.message : String(error) };
  }
};

/**
 * Adds to a handler that it answers the event `{"check": "model"}`, which the check after a deployment sends, with whether
 * the model gives a vector, asked with the permissions of this function.
 */
export const withModelCheck =
  <E, R>(handler: (event: E, context: Context) => Promise<R>, embedder: Embedder) =>
  (event: E, context: Context): Promise<R | CheckedModel> =>
    modelCheck.safeParse(event).success ? checkModel(embedder) : handler(event, context);
