import type { SettingsOf } from '../config/env.ts';
import { readTextModel } from '../config/text-model.ts';
import type { TextModel } from '../model/text/text-model.ts';

type Variables = Parameters<typeof readTextModel>[0] &
  Pick<SettingsOf<'api'>, 'BEDROCK_REGION' | 'OPENAI_API_KEY'>;

const BILLIONTHS = 1e9;
/** Billionths of a USD for one token, of a price in USD for a million. */
const perToken = (usd: number): number => (usd * BILLIONTHS) / 1e6;

/** Creates the model that the settings name; null if they name none. @throws ConfigError for what the settings lack. */
export const createTextModel = (variables: Variables, timeoutMs: number): TextModel | null => {
  const settings = readTextModel(variables);
  if (settings === null) return null;
  const { provider, model, price, monthly_usd } = settings;
  let asks: Promise<TextModel['ask']> | null = null;
  // Loaded with the first text that is asked for.
  const load = async (): Promise<TextModel['ask']> => {
    if (provider === 'bedrock') {
      const { createBedrockText } = await import('./bedrock-text.ts');
      return createBedrockText(variables.BEDROCK_REGION, model, timeoutMs);
    }
    const { createOpenAiText } = await import('./openai-text.ts');
    const server = { baseUrl: variables.OPENAI_BASE_URL ?? '', apiKey: variables.OPENAI_API_KEY };
    return createOpenAiText(server, model, timeoutMs);
  };
  return {
    name: model,
    price: { input: perToken(price.input), output: perToken(price.output) },
    monthly_limit: Math.round(monthly_usd * BILLIONTHS),
    timeout_ms: timeoutMs,
    ask: async (request) => (await (asks ??= load()))(request),
  };
};
