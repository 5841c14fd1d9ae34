import { createHash } from 'node:crypto';
import { jsonIn, type Call, type Service } from './service.ts';
import { isRecord } from './stacks.ts';

/** Returns a vector of a text: each of its words turns it in a direction of its own, so that texts with words in common are alike. */
const vectorOf = (text: string, dimension: number): number[] => {
  const vector = Array.from({ length: dimension }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const place = createHash('md5').update(word).digest().readUInt32BE() % dimension;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((each) => each / length);
};

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const DIMENSION = 1024;

/** Returns the answer of a family of models, by the form of the request: Nova, Titan and Cohere each have one. */
const embed = (input: Record<string, unknown>): object => {
  const { singleEmbeddingParams: single, inputText, dimensions, texts, output_dimension } = input;
  if (isRecord(single)) {
    const text = String(record(single['text'])['value']);
    const embedding = vectorOf(text, Number(single['embeddingDimension'] ?? DIMENSION));
    return { embeddings: [{ embeddingType: 'TEXT', embedding }] };
  }
  if (Array.isArray(texts)) {
    const dimension = Number(output_dimension ?? DIMENSION);
    return { embeddings: { float: texts.map((text) => vectorOf(String(text), dimension)) } };
  }
  return {
    embedding: vectorOf(JSON.stringify(inputText), Number(dimensions ?? DIMENSION)),
    inputTextTokenCount: 1,
  };
};

/** Returns the answer of the Converse API: one sentence that tells how much was said. */
const converse = ({ messages }: Record<string, unknown>): object => {
  const said = JSON.stringify(messages).length;
  return {
    output: { message: { role: 'assistant', content: [{ text: `A summary of ${said} characters.` }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: Math.ceil(said / 4), outputTokens: 8, totalTokens: Math.ceil(said / 4) + 8 },
    metrics: { latencyMs: 1 },
  };
};

const modelIn = ({ url }: Call): string => decodeURIComponent(url.pathname.split('/')[2] ?? '');

/** Creates Bedrock with models that embed texts by their words, and others that write one sentence. */
export const createBedrock = (): Service => ({
  asks: (call) => [
    {
      action: 'bedrock:InvokeModel',
      resource: `arn:aws:bedrock:${call.region}::foundation-model/${modelIn(call)}`,
    },
  ],
  answer: (call) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      call.url.pathname.endsWith('/converse') ? converse(jsonIn(call)) : embed(jsonIn(call)),
    ),
  }),
  refuse: (message) => ({
    status: 403,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' },
    body: JSON.stringify({ message }),
  }),
});
