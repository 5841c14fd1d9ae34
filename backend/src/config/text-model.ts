import { ConfigError, type SettingsOf } from './env.ts';

/** USD a million tokens, of what the model reads and of what it writes. */
type TokenPrice = { input: number; output: number };

export type TextModelSettings = {
  provider: 'bedrock' | 'openai';
  model: string;
  price: TokenPrice;
  /** The most USD that the model may cost in a calendar month (UTC), for all readers together. */
  monthly_usd: number;
};

/** On demand in us-east-1, as of November 2026. Other models need TEXT_MODEL_PRICE. */
const bedrockPrices: Readonly<Record<string, TokenPrice>> = {
  'amazon.nova-micro-v1:0': { input: 0.035, output: 0.14 },
  'amazon.nova-lite-v1:0': { input: 0.06, output: 0.24 },
  'amazon.nova-pro-v1:0': { input: 0.8, output: 3.2 },
};

type Variables = Pick<
  SettingsOf<'api'>,
  'TEXT_MODEL' | 'TEXT_MODEL_PRICE' | 'TEXT_MODEL_MONTHLY_USD' | 'OPENAI_BASE_URL'
>;

/** Returns the model that summarises and translates; null if none is named. @throws ConfigError for what it lacks. */
export const readTextModel = ({
  TEXT_MODEL: named,
  TEXT_MODEL_PRICE: stated,
  TEXT_MODEL_MONTHLY_USD: monthly_usd,
  OPENAI_BASE_URL,
}: Variables): TextModelSettings | null => {
  if (named === undefined) return null;
  const provider = named.startsWith('bedrock:') ? 'bedrock' : 'openai';
  const model = named.slice(provider.length + 1);
  if (provider === 'openai' && OPENAI_BASE_URL === undefined)
    throw new ConfigError(`OPENAI_BASE_URL is not set: TEXT_MODEL=${JSON.stringify(named)} needs it`);
  const price = stated === undefined ? bedrockPrices[model] : priceIn(stated);
  if (price === undefined)
    throw new ConfigError(
      `TEXT_MODEL_PRICE is not set: TEXT_MODEL=${JSON.stringify(named)} needs it, as USD a million tokens in/out, 0/0 on a machine of your own`,
    );
  return { provider, model, price, monthly_usd };
};

const priceIn = (stated: string): TokenPrice => {
  const [input = 0, output = 0] = stated.split('/').map(Number);
  return { input, output };
};
