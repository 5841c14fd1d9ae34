import { describe, expect, it } from 'vitest';
import { readSettings } from '../lib/settings/settings.ts';

const read = (settings: Record<string, unknown>) => {
  const all: Record<string, unknown> = { region: 'us-east-1', ...settings };
  return readSettings((name) => all[name]);
};

const version = '0aeb8b4c-41d9-4a4e-9d62-5f0c7d7a1e11';

const apps = { apps_secret: '/omomi/apps', apps_secret_version: '3' };

describe('the settings of a deployment', () => {
  it('need only a region, and then allow no sign-in and use the default model', () => {
    const settings = read({});
    expect(settings).toMatchObject({ region: 'us-east-1', alarmEmail: undefined, countsBookmarks: false });
    expect(settings.variables).toMatchObject({
      MAX_SUBSCRIPTIONS: '1000',
      HATEBU: 'off',
      RATE_LIMIT_FEED_REGISTRATION: '10/1m',
    });
    expect(settings.variables).not.toHaveProperty('OIDC_CLIENT_ID');
    expect(settings.bedrockModel).toEqual({
      id: 'amazon.nova-2-multimodal-embeddings-v1:0',
      region: 'us-east-1',
    });
    expect(settings.queueConcurrency).toBe(2);
  });

  it('treat an empty value as unset', () => {
    expect(read({ alarm_email: '', OIDC_CLIENT_ID: '', EMBEDDER: '' })).toEqual(read({}));
  });

  it('use the default model in its own region, another one in the deployment’s, or BEDROCK_REGION', () => {
    const titan = { BEDROCK_MODEL_ID: 'amazon.titan-embed-text-v2:0' };
    expect(read({ region: 'ap-northeast-1' }).bedrockModel?.region).toBe('us-east-1');
    expect(read({ ...titan, region: 'ap-northeast-1' }).bedrockModel?.region).toBe('ap-northeast-1');
    expect(read({ BEDROCK_REGION: 'eu-west-1' }).bedrockModel?.region).toBe('eu-west-1');
  });

  it('take the domain of the sender as its identity in SES, unless another above it or the address is named', () => {
    const sender = { MAIL_FROM: 'Omomi <omomi@news.example.org>', ...apps };
    const address = 'omomi@news.example.org';
    expect(read({}).mail).toBeUndefined();
    expect(read(sender).mail).toEqual({ address, identity: 'news.example.org' });
    for (const identity of ['example.org', address])
      expect(read({ ...sender, mail_identity: identity }).mail).toEqual({ address, identity });
  });

  it('make the addresses of newsletters of a domain, and none without', () => {
    expect(read({ newsletter_domain: 'news.example.org' })).toMatchObject({
      newsletterDomain: 'news.example.org',
      variables: { NEWSLETTER_ADDRESS: '*@news.example.org' },
    });
    expect(read({}).variables).not.toHaveProperty('NEWSLETTER_ADDRESS');
  });

  it('name no Bedrock model for the embedder that is part of Omomi', () => {
    expect(read({ EMBEDDER: 'embedded' }).bedrockModel).toBeUndefined();
  });

  it.each([
    [{ region: 'tokyo' }, 'region="tokyo" is not allowed: expected a region such as us-east-1'],
    [{ region: '' }, 'region is not set'],
    [{ throwaway: 'yes' }, 'throwaway="yes" is not allowed'],
    [{ queue_concurrency: 1 }, 'queue_concurrency="1" is not allowed: expected 2 or more'],
    [{ queue_concurrency: 'many' }, 'queue_concurrency="many" is not allowed: expected a number'],
    [
      { oidc_secret: 'omomi/oidc' },
      'oidc_secret_version is not set: oidc_secret needs the id of the version',
    ],
    [
      { openai_secret: 'omomi/openai', openai_secret_version: 'seven' },
      'openai_secret_version="seven" is not allowed',
    ],
    [{ oidc_providers_secret_version: version }, 'oidc_providers_secret is not set'],
    [{ MAIL_FROM: 'Omomi' }, 'MAIL_FROM="Omomi" is not allowed: expected an address such as'],
    [{ MAIL_FROM: 'omomi@example.org' }, 'apps_secret is not set: MAIL_FROM needs it'],
    [{ mail_identity: 'example.org' }, 'MAIL_FROM is not set: mail_identity needs it'],
    [
      { MAIL_FROM: 'omomi@example.org', mail_identity: 'ple.org', ...apps },
      'mail_identity="ple.org" is not allowed: expected omomi@example.org, example.org or a domain above it',
    ],
    [
      { newsletter_domain: '*@news.example.org' },
      'newsletter_domain="*@news.example.org" is not allowed: expected a domain such as news.example.org',
    ],
    [{ newsletter_domain: 'News' }, 'newsletter_domain="News" is not allowed: expected a domain'],
    [
      { restored_table: 'my table' },
      'restored_table="my table" is not allowed: expected the name of a table',
    ],
    [{ alarm_email: 'me' }, 'alarm_email="me" is not allowed: expected an e-mail address'],
    [{ EMBEDDER: 'best' }, /^EMBEDDER="best" is not allowed: .*"embedded"/],
    [{ MAX_SUBSCRIPTIONS: '0' }, 'MAX_SUBSCRIPTIONS="0" is not allowed'],
    [{ RATE_LIMIT_FEED_REGISTRATION: '10' }, 'RATE_LIMIT_FEED_REGISTRATION="10" is not allowed: expected'],
    [{ RATE_LIMIT_PUBLIC_AUTHENTICATED: '1/61m' }, 'RATE_LIMIT_PUBLIC_AUTHENTICATED="1/61m" is not allowed'],
    [{ ARTICLE_RETENTION_DAYS: 'week' }, 'ARTICLE_RETENTION_DAYS="week" is not allowed'],
    [
      { TEXT_MODEL: 'bedrock:us.amazon.nova-lite-v1:0', TEXT_MODEL_PRICE: '1/1' },
      'TEXT_MODEL="us.amazon.nova-lite-v1:0" is not allowed',
    ],
    [{ TEXT_MODEL: 'openai:gpt' }, 'OPENAI_BASE_URL is not set'],
    [{ BEDROCK_MODEL_ID: 'eu.cohere.embed-v4:0' }, 'BEDROCK_MODEL_ID="eu.cohere.embed-v4:0" is not allowed'],
    [{ HATEBU: 'yes' }, 'HATEBU="yes" is not allowed'],
    [{ EMBEDDER: 'openai' }, 'OPENAI_BASE_URL is not set'],
    [
      { EMBEDDER: 'openai', OPENAI_BASE_URL: 'https://models.example' },
      'OPENAI_MODEL is not set: EMBEDDER=openai needs it',
    ],
    [{ PUBLIC_URL: 'https://reader.example' }, 'apps_secret is not set: PUBLIC_URL needs it'],
  ])('are refused with one line: %j', (context, message) => {
    expect(() => read(context)).toThrow(message);
    expect(() => read(context)).toThrow(/^[^\n]+$/);
  });

  it('contain the allowed addresses and the secrets of sign-in', () => {
    const named = { OIDC_CLIENT_ID: 'an-id', ALLOWED_EMAILS: 'me@example.org,@team.example' };
    expect(read({ ...named, oidc_secret: 'omomi/oidc', oidc_secret_version: version })).toMatchObject({
      variables: named,
      secrets: { OIDC_CLIENT_SECRET: { name: 'omomi/oidc', version, isParameter: false } },
    });
    const several = {
      ALLOWED_EMAILS: 'me@example.org',
      oidc_providers_secret: 'omomi/providers',
      oidc_providers_secret_version: version,
    };
    expect(read(several).secrets.OIDC_PROVIDERS).toEqual({
      name: 'omomi/providers',
      version,
      isParameter: false,
    });
    const parameter = read({ ...named, oidc_secret: '/omomi/oidc', oidc_secret_version: 3 });
    expect(parameter.secrets.OIDC_CLIENT_SECRET).toMatchObject({ version: '3', isParameter: true });
  });

  it.each([
    [{ OIDC_CLIENT_ID: 'an-id' }, 'ALLOWED_EMAILS names no address'],
    [{ OIDC_CLIENT_ID: 'an-id', ALLOWED_EMAILS: '@team.example' }, 'ALLOWED_EMAILS names no address'],
    [{ oidc_providers_secret: 'omomi/providers' }, 'ALLOWED_EMAILS names no address'],
    [{ OIDC_ISSUER: 'https://idp.example' }, 'OIDC_CLIENT_ID is not set'],
    [
      { OIDC_CLIENT_ID: 'an-id', OIDC_ISSUER: 'http://idp.example' },
      'OIDC_ISSUER="http://idp.example" is not allowed',
    ],
    [{ OIDC_CLIENT_ID: 'an-id', ALLOWED_EMAILS: 'me' }, 'ALLOWED_EMAILS="me" is not allowed'],
    [
      { CORS_ALLOWED_ORIGIN: 'https://app.example/' },
      'CORS_ALLOWED_ORIGIN="https://app.example/" is not allowed',
    ],
  ])('are refused with an invalid sign-in: %j', (context, message) => {
    expect(() => read(context)).toThrow(message);
  });
});
