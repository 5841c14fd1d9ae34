import { afterEach, describe, expect, it } from 'vitest';
import type { EmbedRequest, EmbedResult } from '../../model/score/embedder.ts';
import { createEmbedder } from './create.ts';
import type { CallTuning } from './model-call.ts';
import {
  type ModelAnswer,
  type ModelCall,
  startModel,
  testTuning,
  vectorFor,
} from '../../../test/harness/servers/model-server.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const config = {
  EMBEDDER: 'openai',
  BEDROCK_MODEL_ID: 'unused',
  OPENAI_MODEL: 'nomic-embed-text',
  OPENAI_API_KEY: 'secret',
} as const;

const start = async (
  answer: (call: ModelCall, at: number) => ModelAnswer,
  options: { path?: string; dimension?: number; tuning?: Partial<CallTuning> } = {},
) => {
  const model = await startModel(answer);
  closers.push(model.close);
  const { tuning, pauses } = testTuning(options.tuning);
  const embedder = await createEmbedder(
    {
      ...config,
      OPENAI_BASE_URL: `${model.url}${options.path ?? ''}`,
      EMBEDDING_DIMENSION: options.dimension,
    },
    tuning,
  );
  return { embedder, pauses, ...model };
};

const keyword = (title: string): EmbedRequest => ({ title, body: '', purpose: 'keyword' });
const isOk = (results: EmbedResult[]) => results.map(({ ok }) => ok);
const answerAll = ({ body }: ModelCall): ModelAnswer => {
  const data = (body['input'] as string[]).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: vectorFor(text, 8),
  }));
  return { body: { object: 'list', data: data.toReversed(), model: body['model'], usage: {} } };
};

describe('OpenAI-compatible embedder', () => {
  it.each(['', '/', '/v1', '/v1/'])('asks %s/v1/embeddings in the documented form', async (path) => {
    const { embedder, calls } = await start(answerAll, { path });
    const results = await embedder.embed([keyword('one'), keyword('three')]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    });
    expect(calls[0]?.body).toEqual({
      model: 'nomic-embed-text',
      input: ['one', 'three'],
      encoding_format: 'float',
    });
    expect(results).toEqual(
      ['one', 'three'].map((text) => ({
        ok: true,
        embedding: { kind: 'dense', values: Float32Array.from(vectorFor(text, 8)) },
      })),
    );
  });

  it('sends a dimension only if one is configured, and refuses vectors of another', async () => {
    const { embedder, calls } = await start(answerAll, { dimension: 8 });
    expect(isOk(await embedder.embed([keyword('one')]))).toEqual([true]);
    expect(calls[0]?.body).toMatchObject({ dimensions: 8 });
    expect(embedder.model).toBe('openai:nomic-embed-text/8');
    const other = await start(answerAll, { dimension: 16 });
    expect(isOk(await other.embedder.embed([keyword('one')]))).toEqual([false]);
  });

  it('sends 64 texts per call', async () => {
    const { embedder, calls } = await start(answerAll);
    const results = await embedder.embed(Array.from({ length: 130 }, (_, at) => keyword(`word ${at}`)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(calls.map(({ body }) => (body['input'] as string[]).length).sort((a, b) => a - b)).toEqual([
      2, 64, 64,
    ]);
  });

  it('waits as long as Retry-After says', async () => {
    const { embedder, pauses } = await start((call, at) =>
      at === 0
        ? { status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'slow down' } } }
        : answerAll(call),
    );
    expect(isOk(await embedder.embed([keyword('one')]))).toEqual([true]);
    expect(pauses).toEqual([7_000]);
  });

  it.each([
    [500, 3, true],
    [401, 1, true],
    [404, 1, true],
    [400, 1, false],
  ])('%i: %i calls, then an error with the reason', async (status, expectedCalls, isRetryable) => {
    const { embedder, calls } = await start(() => ({ status, body: { error: { message: 'the reason' } } }));
    const [result] = await embedder.embed([keyword('one')]);
    expect(calls.length).toBe(expectedCalls);
    expect(result).toMatchObject({ ok: false, error: { is_retryable: isRetryable } });
    expect(result?.ok === false && result.error.message).toContain('the reason');
  });

  it.each<[string, ModelAnswer]>([
    ['no JSON', { text: 'oops' }],
    ['no data', { body: { object: 'list' } }],
    ['a missing text', { body: { data: [{ index: 3, embedding: [1] }] } }],
    ['base64', { body: { data: [{ index: 0, embedding: 'AACAPw==' }] } }],
  ])('an answer with %s is an error', async (_, answer) => {
    const { embedder } = await start(() => answer);
    expect(isOk(await embedder.embed([keyword('one')]))).toEqual([false]);
  });

  it('a slow or absent server is an error, not a hang', async () => {
    // Long enough for both calls to reach the server on a busy machine.
    const slow = await start(() => 'hang', { tuning: { timeoutMs: 500, attempts: 2 } });
    expect(await slow.embedder.embed([keyword('one')])).toMatchObject([
      { ok: false, error: { is_retryable: true } },
    ]);
    expect(slow.calls.length).toBe(2);
    slow.close();
    expect(await slow.embedder.embed([keyword('one')])).toMatchObject([
      { ok: false, error: { is_retryable: true } },
    ]);
  });

  it('embeds an empty text as a full stop, because servers refuse empty texts', async () => {
    const { embedder, calls } = await start(answerAll);
    expect(isOk(await embedder.embed([keyword('  ')]))).toEqual([true]);
    expect(calls[0]?.body).toMatchObject({ input: ['.'] });
  });

  it('names the variable that is missing', async () => {
    await expect(createEmbedder(config)).rejects.toMatchObject({
      name: 'ConfigError',
      message: 'OPENAI_BASE_URL is not set: EMBEDDER=openai needs it',
    });
    await expect(
      createEmbedder({ ...config, OPENAI_MODEL: undefined, OPENAI_BASE_URL: 'http://x' }),
    ).rejects.toThrow(/OPENAI_MODEL/);
    expect((await createEmbedder({ EMBEDDER: 'embedded', BEDROCK_MODEL_ID: 'unused' })).model).toBe(
      'embedded-4',
    );
  });
});
