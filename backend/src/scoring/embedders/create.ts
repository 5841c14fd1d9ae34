import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, type EmbedderSettings } from '../../config/env.ts';
import type { Embedder } from '../../model/score/embedder.ts';
import { createEmbeddedEmbedder } from './embedded.ts';
import type { CallTuning } from './model-call.ts';
import { createOpenAiEmbedder } from './openai.ts';

/** A batch of 25 articles with every retry stays within a few minutes, below a scorer's time. */
const TUNING: CallTuning = {
  timeoutMs: 15_000,
  attempts: 4,
  concurrency: 8,
  baseDelayMs: 500,
  delay: async (milliseconds) => {
    await pause(milliseconds);
  },
  random: Math.random,
};

/** @throws ConfigError that names the variable when the configuration asks for what no model offers. */
export const createEmbedder = async (
  config: EmbedderSettings,
  tuning: CallTuning = TUNING,
): Promise<Embedder> => {
  switch (config.EMBEDDER) {
    case 'embedded':
      return createEmbeddedEmbedder();
    case 'bedrock': {
      // Loaded only where it is used: the SDK takes some 8 MB of memory.
      const { createBedrockClientEmbedder } = await import('./bedrock.ts');
      return createBedrockClientEmbedder({
        region: config.BEDROCK_REGION,
        modelId: config.BEDROCK_MODEL_ID,
        dimension: config.EMBEDDING_DIMENSION,
        tuning,
      });
    }
    case 'openai':
      return createOpenAiEmbedder({
        baseUrl: required(config, 'OPENAI_BASE_URL'),
        apiKey: config.OPENAI_API_KEY,
        model: required(config, 'OPENAI_MODEL'),
        dimension: config.EMBEDDING_DIMENSION,
        tuning,
      });
  }
};

const required = (config: EmbedderSettings, name: 'OPENAI_BASE_URL' | 'OPENAI_MODEL'): string => {
  const value = config[name];
  if (value === undefined) throw new ConfigError(`${name} is not set: EMBEDDER=${config.EMBEDDER} needs it`);
  return value;
};
