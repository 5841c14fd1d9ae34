import { describe, expect, it } from 'vitest';
import { readSettings } from '../lib/settings.ts';

const hash = 'a'.repeat(64);
const read = (context: Record<string, unknown>, region?: string) =>
  readSettings((name) => context[name], region);

describe('the settings of a deployment', () => {
  it('needs none: a closed deployment with the default model', () => {
    const settings = read({});
    expect(settings).toMatchObject({ region: 'us-east-1', accessHash: undefined, alarmEmail: undefined });
    expect(settings.bedrockModel).toEqual({
      id: 'amazon.nova-2-multimodal-embeddings-v1:0',
      region: 'us-east-1',
    });
    expect(settings.maxSubscriptions).toBe('100');
  });

  it('counts an empty value as unset', () => {
    expect(read({ region: '', alarm_email: '', access_hash: '', EMBEDDER: '' })).toEqual(read({}));
  });

  it('deploys where the CLI stands unless a region is named', () => {
    expect(read({}, 'ap-northeast-1').region).toBe('ap-northeast-1');
    expect(read({ region: 'eu-west-1' }, 'ap-northeast-1').region).toBe('eu-west-1');
  });

  it('asks for the default model where it is served, for another one at home, or where it is told', () => {
    const titan = { BEDROCK_MODEL_ID: 'amazon.titan-embed-text-v2:0' };
    expect(read({}, 'ap-northeast-1').bedrockModel?.region).toBe('us-east-1');
    expect(read(titan, 'ap-northeast-1').bedrockModel?.region).toBe('ap-northeast-1');
    expect(read({ BEDROCK_REGION: 'eu-west-1' }).bedrockModel?.region).toBe('eu-west-1');
  });

  it('names no model of Bedrock for another embedder', () => {
    expect(read({ EMBEDDER: 'lexical' }).bedrockModel).toBeUndefined();
  });

  it.each([
    [{ region: 'tokyo' }, 'region="tokyo" is not allowed: expected a region such as us-east-1'],
    [{ alarm_email: 'me' }, 'alarm_email="me" is not allowed: expected an e-mail address'],
    [{ EMBEDDER: 'best' }, 'EMBEDDER="best" is not allowed'],
    [{ MAX_SUBSCRIPTIONS: '0' }, 'MAX_SUBSCRIPTIONS="0" is not allowed'],
    [{ ARTICLE_RETENTION_DAYS: 'week' }, 'ARTICLE_RETENTION_DAYS="week" is not allowed'],
    [{ BEDROCK_MODEL_ID: 'eu.cohere.embed-v4:0' }, 'BEDROCK_MODEL_ID="eu.cohere.embed-v4:0" is not allowed'],
    [{ EMBEDDER: 'openai' }, 'OPENAI_BASE_URL is not set'],
  ])('refuses %j in one line', (context, message) => {
    expect(() => read(context)).toThrow(message);
    expect(() => read(context)).toThrow(/^[^\n]+$/);
  });

  it('takes a hash, and never repeats what was given in its place', () => {
    expect(read({ access_hash: hash }).accessHash).toBe(hash);
    expect(() => read({ access_hash: 'me:secret' })).toThrow(/^access_hash is not allowed(?!.*secret)/);
  });
});
