import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { createBedrockEmbedder } from './bedrock.ts';

type Options = Omit<Parameters<typeof createBedrockEmbedder>[0], 'client'> & { region: string | undefined };

/** Creates the embedder with a client of its own. @throws RangeError for a model or dimension that is not offered. */
export const createBedrockClientEmbedder = ({ region, ...options }: Options) =>
  createBedrockEmbedder({
    ...options,
    client: new BedrockRuntimeClient({ maxAttempts: 1, ...(region === undefined ? {} : { region }) }),
  });
