import { afterEach, describe, expect, it, vi } from 'vitest';
import { startModel, type ModelAnswer, type ModelCall } from '../../test/harness/servers/model-server.ts';
import { readEnvironment } from '../config/env.ts';
import { settings } from '../config/settings.ts';
import { createTextModel } from './create-text-model.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
  vi.unstubAllEnvs();
});

const request = { instructions: 'Summarise.', text: 'The ferry did not sail.', mostTokens: 400 };
const create = (variables: Record<string, string>, timeoutMs = 5_000) =>
  createTextModel(readEnvironment(settings, variables), timeoutMs)!;

const startOpenAi = async (answer: (call: ModelCall, at: number) => ModelAnswer, timeoutMs?: number) => {
  const server = await startModel(answer);
  closers.push(server.close);
  const variables = {
    TEXT_MODEL: 'openai:llama3.2',
    TEXT_MODEL_PRICE: '0.15/0.6',
    OPENAI_BASE_URL: `${server.url}/v1`,
    OPENAI_API_KEY: 'secret',
  };
  return { ...server, model: create(variables, timeoutMs) };
};

const startBedrock = async (answer: (call: ModelCall, at: number) => ModelAnswer) => {
  const server = await startModel(answer, 'http2');
  closers.push(server.close);
  vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_RUNTIME', server.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  const variables = { TEXT_MODEL: 'bedrock:amazon.nova-micro-v1:0', BEDROCK_REGION: 'us-east-1' };
  return { ...server, model: create(variables) };
};

const chat = (content: unknown, usage?: object): ModelAnswer => ({
  body: { choices: [{ message: { role: 'assistant', content } }], ...(usage && { usage }) },
});
const converse = (text: string): ModelAnswer => ({
  body: {
    output: { message: { role: 'assistant', content: [{ text }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 120, outputTokens: 30, totalTokens: 150 },
    metrics: { latencyMs: 300 },
  },
});

describe('a model of a server that speaks the API of OpenAI', () => {
  it('is asked in the documented form', async () => {
    const usage = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 };
    const { model, calls } = await startOpenAi(() => chat('No ferry.', usage));
    expect(await model.ask(request)).toEqual({ text: 'No ferry.', tokens: { input: 120, output: 30 } });
    expect(model).toMatchObject({ name: 'llama3.2', price: { input: 150, output: 600 }, monthly_limit: 1e9 });
    expect(calls).toMatchObject([
      { path: '/v1/chat/completions', headers: { authorization: 'Bearer secret' } },
    ]);
    expect(calls[0]?.body).toEqual({
      model: 'llama3.2',
      messages: [
        { role: 'system', content: 'Summarise.' },
        { role: 'user', content: 'The ferry did not sail.' },
      ],
      max_tokens: 400,
      temperature: 0,
    });
  });

  it('may tell nothing of what it used', async () => {
    const { model } = await startOpenAi(() => chat('No ferry.'));
    expect(await model.ask(request)).toEqual({ text: 'No ferry.', tokens: null });
  });

  it('is sent the newer name of the bound if it asks for it, from then on', async () => {
    const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    const { model, calls } = await startOpenAi(({ body }) =>
      'max_tokens' in body ? { status: 400, body: { error: { message } } } : chat('No ferry.'),
    );
    await model.ask(request);
    await model.ask(request);
    expect(calls.map(({ body }) => [body['max_tokens'], body['max_completion_tokens']])).toEqual([
      [400, undefined],
      [undefined, 400],
      [undefined, 400],
    ]);
  });

  it.each([
    [400, 'text'],
    [401, 'refused'],
    [429, 'busy'],
    [500, 'busy'],
  ])('answers %i, which costs nothing', async (status, fault) => {
    const { model, calls } = await startOpenAi(() => ({ status, body: { error: { message: 'no' } } }));
    await expect(model.ask(request)).rejects.toMatchObject({ fault, is_answered: true });
    expect(calls).toHaveLength(1);
  });

  it.each<[string, ModelAnswer]>([
    ['no JSON', { text: 'oops' }],
    ['no choice', { body: { choices: [] } }],
    ['no text', chat(null)],
  ])('answers with %s', async (_, answer) => {
    const { model } = await startOpenAi(() => answer);
    await expect(model.ask(request)).rejects.toMatchObject({ fault: 'malformed', is_answered: false });
  });

  it('is given up after its time', async () => {
    const { model } = await startOpenAi(() => 'hang', 50);
    await expect(model.ask(request)).rejects.toMatchObject({ fault: 'busy', is_answered: false });
  });
});

describe('a model of Bedrock', () => {
  it('is asked by Converse in the documented form', async () => {
    const { model, calls } = await startBedrock(() => converse('No ferry.'));
    expect(await model.ask(request)).toEqual({ text: 'No ferry.', tokens: { input: 120, output: 30 } });
    expect(model.price.input).toBeCloseTo(35);
    expect(model.price.output).toBeCloseTo(140);
    expect(calls[0]?.path).toBe('/model/amazon.nova-micro-v1:0/converse');
    expect(calls[0]?.body).toEqual({
      system: [{ text: 'Summarise.' }],
      messages: [{ role: 'user', content: [{ text: 'The ferry did not sail.' }] }],
      inferenceConfig: { maxTokens: 400, temperature: 0 },
    });
  });

  it.each([
    [429, 'ThrottlingException', 'busy'],
    [400, 'ValidationException', 'text'],
    [403, 'AccessDeniedException', 'refused'],
  ])('answers %i %s, which costs nothing', async (status, type, fault) => {
    const { model, calls } = await startBedrock(() => ({
      status,
      headers: { 'x-amzn-errortype': type },
      body: { message: 'no' },
    }));
    await expect(model.ask(request)).rejects.toMatchObject({ fault, is_answered: true });
    expect(calls).toHaveLength(1);
  });
});

describe('the settings of the model', () => {
  it('name none by default', () => {
    expect(createTextModel(readEnvironment(settings, {}), 1_000)).toBeNull();
  });

  it.each([
    [{ TEXT_MODEL: 'llama' }, 'TEXT_MODEL="llama" is not allowed'],
    [{ TEXT_MODEL: 'openai:llama' }, 'OPENAI_BASE_URL is not set'],
    [{ TEXT_MODEL: 'bedrock:amazon.new-v1:0' }, 'TEXT_MODEL_PRICE is not set'],
    [{ TEXT_MODEL_PRICE: '0.1' }, 'TEXT_MODEL_PRICE="0.1" is not allowed'],
    [{ TEXT_MODEL_MONTHLY_USD: 'much' }, 'TEXT_MODEL_MONTHLY_USD="much" is not allowed'],
  ])('%j are refused', (variables, message) => {
    expect(() => create(variables)).toThrow(message);
  });

  it('say what it costs where no price is known, and how much a month', () => {
    const model = create({
      TEXT_MODEL: 'bedrock:other',
      TEXT_MODEL_PRICE: '1/2.5',
      TEXT_MODEL_MONTHLY_USD: '0.5',
    });
    expect(model).toMatchObject({ price: { input: 1000, output: 2500 }, monthly_limit: 5e8 });
  });
});
