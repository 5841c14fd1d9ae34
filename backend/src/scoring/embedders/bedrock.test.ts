import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmbedRequest, EmbedResult } from '../../model/score/embedder.ts';
import { createBedrockEmbedder } from './bedrock.ts';
import type { CallTuning } from './model-call.ts';
import {
  type ModelAnswer,
  type ModelCall,
  startModel,
  testTuning,
  vectorFor,
} from '../../../test/harness/servers/model-server.ts';

const NOVA = 'amazon.nova-2-multimodal-embeddings-v1:0';
const TITAN = 'amazon.titan-embed-text-v2:0';
const COHERE_3 = 'cohere.embed-multilingual-v3';
const COHERE_4 = 'cohere.embed-v4:0';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const start = async (
  modelId: string,
  answer: (call: ModelCall, at: number) => ModelAnswer,
  options: { dimension?: number; tuning?: Partial<CallTuning> } = {},
) => {
  const model = await startModel(answer, 'http2');
  const { tuning, pauses } = testTuning(options.tuning);
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint: model.url,
    maxAttempts: 1,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  closers.push(model.close, () => client.destroy());
  const embedder = createBedrockEmbedder({
    client,
    modelId,
    dimension: options.dimension,
    tuning,
  });
  return { embedder, pauses, ...model };
};

const article = (title: string, body = ''): EmbedRequest => ({ title, body, purpose: 'article' });
const keyword = (title: string): EmbedRequest => ({ title, body: '', purpose: 'keyword' });
const isOk = (results: EmbedResult[]) => results.map(({ ok }) => ok);
const fault = (status: number, type: string): ModelAnswer => ({
  status,
  headers: { 'x-amzn-errortype': type },
  body: { message: `${type} for the test` },
});

const novaAnswer = ({ body }: ModelCall): ModelAnswer => {
  const { embeddingDimension, text } = body['singleEmbeddingParams'] as {
    embeddingDimension: number;
    text: { value: string };
  };
  return {
    body: { embeddings: [{ embeddingType: 'TEXT', embedding: vectorFor(text.value, embeddingDimension) }] },
  };
};
const titanAnswer = ({ body }: ModelCall): ModelAnswer => {
  const embedding = vectorFor(String(body['inputText']), Number(body['dimensions']));
  return { body: { embedding, inputTextTokenCount: 5, embeddingsByType: { float: embedding } } };
};
const cohereAnswer = ({ body }: ModelCall): ModelAnswer => {
  const texts = body['texts'] as string[];
  const float = texts.map((text) => vectorFor(text, Number(body['output_dimension'] ?? 1024)));
  return { body: { id: 'x', response_type: 'embeddings_by_type', embeddings: { float }, texts } };
};

describe('Nova', () => {
  it('sends one text per call in the documented form, by purpose', async () => {
    const { embedder, calls } = await start(NOVA, novaAnswer);
    const results = await embedder.embed([article('Title', 'Body.'), keyword('space')]);
    expect(isOk(results)).toEqual([true, true]);
    expect(embedder.model).toBe(`${NOVA}/1024`);
    expect(calls[0]?.path).toBe(`/model/${NOVA}/invoke`);
    expect(calls.map(({ body }) => body)).toEqual([
      {
        schemaVersion: 'nova-multimodal-embed-v1',
        taskType: 'SINGLE_EMBEDDING',
        singleEmbeddingParams: {
          embeddingPurpose: 'GENERIC_INDEX',
          embeddingDimension: 1024,
          text: { truncationMode: 'END', value: 'Title\nTitle\n\nBody.' },
        },
      },
      {
        schemaVersion: 'nova-multimodal-embed-v1',
        taskType: 'SINGLE_EMBEDDING',
        singleEmbeddingParams: {
          embeddingPurpose: 'TEXT_RETRIEVAL',
          embeddingDimension: 1024,
          text: { truncationMode: 'END', value: 'space' },
        },
      },
    ]);
    expect(results[1]).toEqual({
      ok: true,
      embedding: { kind: 'dense', values: Float32Array.from(vectorFor('space', 1024)) },
    });
  });

  it('cuts the body to the first tokens at a sentence end', async () => {
    const { embedder, calls } = await start(NOVA, novaAnswer);
    await embedder.embed([article('T', 'Ten words are in this sentence, which I counted. '.repeat(30))]);
    const params = calls[0]?.body['singleEmbeddingParams'] as { text: { value: string } };
    expect(params.text.value.split(' ').length).toBeLessThanOrEqual(201);
    expect(params.text.value).toMatch(/counted\.$/);
  });

  it('waits longer each time it is throttled, then succeeds', async () => {
    const { embedder, calls, pauses } = await start(NOVA, (call, at) =>
      at < 2 ? fault(429, 'ThrottlingException') : novaAnswer(call),
    );
    expect(isOk(await embedder.embed([keyword('space')]))).toEqual([true]);
    expect(calls.length).toBe(3);
    expect(pauses).toEqual([50, 100]);
  });

  it.each([
    [429, 'ThrottlingException', 3, true],
    [503, 'ServiceUnavailableException', 3, true],
    [500, 'InternalServerException', 3, true],
    [408, 'ModelTimeoutException', 3, true],
    [424, 'ModelErrorException', 3, true],
    [400, 'ServiceQuotaExceededException', 3, true],
    [400, 'ValidationException', 1, false],
    [403, 'AccessDeniedException', 1, true],
    [404, 'ResourceNotFoundException', 1, true],
  ])('%i %s: %i calls, then an error (retryable: %s)', async (status, type, expectedCalls, isRetryable) => {
    const { embedder, calls } = await start(NOVA, () => fault(status, type));
    const [result] = await embedder.embed([keyword('space')]);
    expect(calls.length).toBe(expectedCalls);
    expect(result).toMatchObject({ ok: false, error: { is_retryable: isRetryable } });
    expect(result?.ok === false && result.error.message).toContain(type);
  });

  it.each<[string, ModelAnswer]>([
    ['no JSON', { text: '<html>' }],
    ['another form', { body: { vectors: [] } }],
    ['no vector', { body: { embeddings: [] } }],
    ['a shorter vector', { body: { embeddings: [{ embeddingType: 'TEXT', embedding: [1, 2] }] } }],
    [
      'null for a number',
      { body: { embeddings: [{ embeddingType: 'TEXT', embedding: Array(1024).fill(null) }] } },
    ],
    ['zeros', { body: { embeddings: [{ embeddingType: 'TEXT', embedding: Array(1024).fill(0) }] } }],
  ])('an answer with %s is an error, never a vector', async (_, answer) => {
    const { embedder, calls } = await start(NOVA, () => answer);
    const [result] = await embedder.embed([keyword('space')]);
    expect(result).toMatchObject({ ok: false, error: { name: 'EmbeddingError' } });
    expect(calls.length).toBe(1);
  });

  it('gives up on a slow answer and tries again', async () => {
    const { embedder, calls } = await start(NOVA, (call, at) => (at === 0 ? 'hang' : novaAnswer(call)), {
      tuning: { timeoutMs: 1_000 },
    });
    expect(isOk(await embedder.embed([keyword('space')]))).toEqual([true]);
    expect(calls.length).toBe(2);
  });

  it('a refused text fails alone', async () => {
    const { embedder } = await start(NOVA, (call) =>
      JSON.stringify(call.body).includes('poison') ? fault(400, 'ValidationException') : novaAnswer(call),
    );
    expect(isOk(await embedder.embed([keyword('a'), keyword('poison'), keyword('b')]))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('keeps the limit of concurrent calls', async () => {
    const { embedder, calls, mostUnderWay } = await start(NOVA, novaAnswer, { tuning: { concurrency: 2 } });
    await embedder.embed(Array.from({ length: 12 }, (_, at) => keyword(`word ${at}`)));
    expect(calls.length).toBe(12);
    expect(mostUnderWay()).toBeLessThanOrEqual(2);
  });
});

describe('Titan v2', () => {
  it.each([256, 512, 1024])('asks for %i dimensions in the documented form', async (dimension) => {
    const { embedder, calls } = await start(TITAN, titanAnswer, { dimension });
    expect(isOk(await embedder.embed([keyword('space')]))).toEqual([true]);
    expect(embedder.model).toBe(`${TITAN}/${dimension}`);
    expect(calls[0]?.body).toEqual({
      inputText: 'space',
      dimensions: dimension,
      normalize: true,
      embeddingTypes: ['float'],
    });
  });
});

describe('Cohere', () => {
  it('v4: 96 texts per call, separated by purpose, in order', async () => {
    const { embedder, calls } = await start(COHERE_4, cohereAnswer, { dimension: 512 });
    const requests = [
      keyword('before'),
      ...Array.from({ length: 200 }, (_, at) => article(`t${' t'.repeat(at)}`)),
      keyword('space'),
    ];
    const results = await embedder.embed(requests);
    const sizes = calls.map(
      ({ body }) => `${String(body['input_type'])} ${(body['texts'] as string[]).length}`,
    );
    expect(sizes.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'search_document 8',
      'search_document 96',
      'search_document 96',
      'search_query 2',
    ]);
    expect(calls.at(-1)?.body).toMatchObject({
      truncate: 'RIGHT',
      embedding_types: ['float'],
      output_dimension: 512,
    });
    results.forEach((result, at) => {
      const values = Float32Array.from(vectorFor(requests[at]!.title, 512));
      expect(result).toEqual({ ok: true, embedding: { kind: 'dense', values } });
    });
  });

  it('v3: no dimension in the request, texts of at most 2,048 characters, also with the plain answer format', async () => {
    const { embedder, calls } = await start(COHERE_3, (call) => {
      const texts = call.body['texts'] as string[];
      return { body: { embeddings: texts.map((text) => vectorFor(text, 1024)), id: 'x', texts } };
    });
    expect(isOk(await embedder.embed([article('x '.repeat(2_500))]))).toEqual([true]);
    expect(calls[0]?.body).toEqual({
      texts: [`${'x '.repeat(1_023)}x`],
      input_type: 'search_document',
      truncate: 'END',
      embedding_types: ['float'],
    });
  });

  it('one refused text of 96 fails alone', async () => {
    const { embedder } = await start(COHERE_4, (call) =>
      (call.body['texts'] as string[]).includes('poison')
        ? fault(400, 'ValidationException')
        : cohereAnswer(call),
    );
    const results = await embedder.embed(
      Array.from({ length: 96 }, (_, at) => article(at === 41 ? 'poison' : `t${at}`)),
    );
    expect(results.flatMap(({ ok }, at) => (ok ? [] : [at]))).toEqual([41]);
  });

  it('an answer with too few vectors is an error', async () => {
    const { embedder } = await start(COHERE_4, (call) => {
      const texts = call.body['texts'] as string[];
      return { body: { embeddings: { float: texts.slice(1).map((text) => vectorFor(text, 1024)) } } };
    });
    expect(isOk(await embedder.embed([article('a'), article('b')]))).toEqual([false, false]);
  });
});

describe('createBedrockEmbedder', () => {
  it('reports the variable whose value no model supports', async () => {
    await expect(start(TITAN, titanAnswer, { dimension: 300 })).rejects.toThrow(
      /EMBEDDING_DIMENSION=300.*256, 512, 1024/,
    );
    await expect(start('meta.llama3', titanAnswer)).rejects.toThrow(/BEDROCK_MODEL_ID=meta.llama3/);
  });

  it('compares vectors of one model from any region profile', async () => {
    const { embedder, calls } = await start(`us.${COHERE_4}`, cohereAnswer);
    await embedder.embed([keyword('space')]);
    expect(embedder.model).toBe(`${COHERE_4}/1024`);
    expect(calls[0]?.path).toBe(`/model/us.${COHERE_4}/invoke`);
  });
});
