import { afterEach, describe, expect, it } from 'vitest';
import { readParameters } from '../../../backend/src/lambda/parameters.ts';
import { readEnvironment } from '../../../backend/src/config/env.ts';
import { settings } from '../../../backend/src/config/settings.ts';
import { createTextModel } from '../../../backend/src/machine-texts/create-text-model.ts';
import { createEmbedder } from '../../../backend/src/scoring/embedders/create.ts';
import { startAwsServer } from '../../box/aws-server.ts';
import { createGate, readStatements } from '../../box/rights.ts';

const before = { ...process.env };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  process.env = { ...before };
  for (const close of closing.splice(0)) await close();
});

/** Starts the services for a function with these rights, and makes this process that function. */
const startAs = async (Action: string, Resource: string) => {
  const statement = { Effect: 'Allow', Action, Resource };
  const gate = createGate(new Map([['f', readStatements({ Statement: [statement] }, String)]]));
  const noTable = { hostname: '127.0.0.1', port: 1 };
  const services = await startAwsServer([], noTable, gate, { '/omomi/oidc': 'shh' });
  closing.push(services.close);
  process.env = { ...before, ...services.variablesOf('f') };
  return gate;
};

describe('the services of the box', () => {
  it.each([
    ['amazon.nova-2-multimodal-embeddings-v1:0', 1024],
    ['amazon.titan-embed-text-v2:0', 512],
    ['cohere.embed-v4:0', 256],
  ])('embed texts by their words, as %s, for whoever may call that model', async (model, dimension) => {
    const gate = await startAs('bedrock:InvokeModel', `arn:aws:bedrock:us-east-1::foundation-model/${model}`);
    const config = {
      EMBEDDER: 'bedrock',
      BEDROCK_REGION: 'us-east-1',
      EMBEDDING_DIMENSION: dimension,
    } as const;
    const { embed } = await createEmbedder({ ...config, BEDROCK_MODEL_ID: model });
    const titles = ['Rain over the sea', 'Over the sea: rain!', 'Nothing else'];
    const results = await embed(titles.map((title) => ({ title, body: '', purpose: 'article' })));
    const [first, same, other] = results.map((each) => (each.ok ? [...each.embedding.values] : []));
    expect(gate.refused()).toEqual([]);
    expect(first).toHaveLength(dimension);
    expect(same).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('write texts, for whoever may call that model', async () => {
    const gate = await startAs(
      'bedrock:InvokeModel',
      'arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-micro-v1:0',
    );
    const model = createTextModel(
      readEnvironment(settings, {
        TEXT_MODEL: 'bedrock:amazon.nova-micro-v1:0',
        BEDROCK_REGION: 'us-east-1',
      }),
      5_000,
    );
    const { text, tokens } = await model!.ask({ instructions: 'Summarise.', text: 'Rain.', mostTokens: 50 });
    expect(gate.refused()).toEqual([]);
    expect(text).toMatch(/^A summary of \d+ characters\.$/);
    expect(tokens?.output).toBe(8);
  });

  it('refuse another model', async () => {
    const gate = await startAs('bedrock:InvokeModel', 'arn:aws:bedrock:us-east-1::foundation-model/other');
    const tuning = {
      timeoutMs: 5_000,
      attempts: 1,
      concurrency: 1,
      baseDelayMs: 1,
      delay: async () => {},
      random: () => 0,
    };
    const config = { EMBEDDER: 'bedrock', BEDROCK_REGION: 'us-east-1' } as const;
    const { embed } = await createEmbedder({ ...config, BEDROCK_MODEL_ID: 'cohere.embed-v4:0' }, tuning);
    expect(await embed([{ title: 'Rain', body: '', purpose: 'article' }])).toMatchObject([{ ok: false }]);
    expect(gate.refused()).toEqual([
      'f: bedrock:InvokeModel on arn:aws:bedrock:us-east-1::foundation-model/cohere.embed-v4:0',
    ]);
  });

  it('tell parameters to whoever may read them', async () => {
    await startAs('ssm:GetParameters', 'arn:aws:ssm:eu-central-1:123456789012:parameter/omomi/oidc');
    expect(await readParameters(process.env, ['/omomi/oidc:3'])).toEqual(new Map([['/omomi/oidc:3', 'shh']]));
    await expect(readParameters(process.env, ['/omomi/other:1'])).rejects.toThrow('not authorized');
  });
});
