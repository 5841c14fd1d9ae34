import type { ModelText, TextModel } from '../../src/model/text/text-model.ts';

export type AskedOfModel = Parameters<TextModel['ask']>[0];

/** The tokens of a call of the model, and their cost in billionths of a USD. */
const TOKENS = { input: 100, output: 20 };
export const STUB_COST = 100 * 1000 + 20 * 2000;

/** Returns a model that answers as told, with the same tokens each time, and what it was asked. */
export const createStubModel = (
  answer: (asked: AskedOfModel, at: number) => string | Promise<ModelText>,
  monthly_limit = 1e9,
): { model: TextModel; asked: AskedOfModel[] } => {
  const asked: AskedOfModel[] = [];
  const model: TextModel = {
    name: 'test-model',
    price: { input: 1000, output: 2000 },
    monthly_limit,
    timeout_ms: 20_000,
    ask: async (request) => {
      asked.push(request);
      const given = await answer(request, asked.length - 1);
      return typeof given === 'string' ? { text: given, tokens: TOKENS } : given;
    },
  };
  return { model, asked };
};
