import { describe, expect, it } from 'vitest';
import { ConfigError } from './env.ts';
import { readSignIn } from './sign-in.ts';

const google = { OIDC_CLIENT_ID: 'an-id', OIDC_CLIENT_SECRET: 'a-secret', ALLOWED_EMAILS: 'Me@Example.org' };

describe('the settings of sign-in', () => {
  it('are absent if nothing is set', () => {
    expect(readSignIn({})).toBeNull();
  });

  it('default to Google, with the first allowed address as the owner’s', () => {
    expect(
      readSignIn({ ...google, ALLOWED_EMAILS: '@team.example, Me@Example.org ,you@example.org,' }),
    ).toEqual({
      providers: [
        {
          provider: 'google',
          name: 'Google',
          issuer: 'https://accounts.google.com',
          client_id: 'an-id',
          client_secret: 'a-secret',
        },
      ],
      allowed: ['me@example.org', '@team.example', 'you@example.org'],
      owner: 'me@example.org',
      hasAccounts: false,
    });
  });

  it('always admit the owner', () => {
    const settings = readSignIn({
      ...google,
      ALLOWED_EMAILS: '@team.example',
      OWNER_EMAIL: 'Boss@example.org',
    });
    expect(settings).toMatchObject({
      owner: 'boss@example.org',
      allowed: ['boss@example.org', '@team.example'],
    });
  });

  it('accept any issuer and several providers', () => {
    const listed = [
      { provider: 'google', client_id: 'g' },
      {
        provider: 'work',
        name: 'Work',
        issuer: 'https://idp.example/realm',
        client_id: 'w',
        client_secret: 'x',
      },
    ];
    const { providers } = readSignIn({
      ...google,
      OIDC_ISSUER: 'https://login.example',
      OIDC_PROVIDERS: JSON.stringify(listed),
    })!;
    expect(providers.map(({ provider, name, issuer }) => [provider, name, issuer])).toEqual([
      ['oidc', 'login.example', 'https://login.example'],
      ['google', 'Google', 'https://accounts.google.com'],
      ['work', 'Work', 'https://idp.example/realm'],
    ]);
  });

  it.each<[Record<string, string>, string]>([
    [{ OIDC_CLIENT_SECRET: 'a-secret' }, 'OIDC_CLIENT_ID is not set: OIDC_CLIENT_SECRET needs it'],
    [{ ALLOWED_EMAILS: 'me@example.org' }, 'OIDC_CLIENT_ID is not set: ALLOWED_EMAILS needs it'],
    [{ OWNER_EMAIL: 'me@example.org', ACCOUNTS: 'on' }, 'OIDC_CLIENT_ID is not set: OWNER_EMAIL needs it'],
    [
      { ...google, OIDC_ISSUER: 'http://idp.example' },
      'OIDC_ISSUER="http://idp.example" is not allowed: expected an https',
    ],
    [{ ...google, OIDC_ISSUER: 'idp' }, 'OIDC_ISSUER="idp" is not allowed'],
    [{ ...google, OIDC_ISSUER: 'https://u:p@idp.example' }, 'is not allowed'],
    [{ ...google, OIDC_PROVIDERS: 'google' }, 'OIDC_PROVIDERS is not allowed: expected JSON'],
    [{ ...google, OIDC_PROVIDERS: '[]' }, 'OIDC_PROVIDERS is not allowed'],
    [
      { ...google, OIDC_PROVIDERS: '[{"provider":"Work","client_id":"x"}]' },
      'OIDC_PROVIDERS is not allowed: 0.provider: expected',
    ],
    [
      { ...google, OIDC_PROVIDERS: '[{"provider":"google","client_id":"x"}]' },
      'there are two providers named google',
    ],
    [{ ...google, ALLOWED_EMAILS: '' }, 'ALLOWED_EMAILS names no address'],
    [{ ...google, ALLOWED_EMAILS: 'me@example.org;you@example.org' }, 'is not allowed: expected addresses'],
    [{ ...google, ALLOWED_EMAILS: 'a@evil.example@team.example' }, 'is not allowed: expected addresses'],
    [{ ...google, ALLOWED_EMAILS: 'me@example.org,@' }, 'ALLOWED_EMAILS="@" is not allowed'],
    [{ ...google, ALLOWED_EMAILS: 'me@example.org,@@team.example' }, 'is not allowed: expected addresses'],
    [{ ...google, ALLOWED_EMAILS: 'm\u0000e@example.org' }, 'is not allowed: expected addresses'],
    [{ ...google, OWNER_EMAIL: 'a@evil.example@example.org' }, 'is not allowed: expected an e-mail address'],
    [{ ...google, OWNER_EMAIL: '@team.example' }, 'OWNER_EMAIL="@team.example" is not allowed'],
  ])('are refused in one line: %j', (variables, message) => {
    expect(() => readSignIn(variables)).toThrow(ConfigError);
    expect(() => readSignIn(variables)).toThrow(message);
    expect(() => readSignIn(variables)).not.toThrow(/\n|a-secret/);
  });

  it('ignore the case of ASCII letters only, for the owner and the allowed addresses', () => {
    const settings = readSignIn({
      ...google,
      ALLOWED_EMAILS: '\u212AIM@K.example',
      OWNER_EMAIL: '\u212AIM@K.example',
    });
    expect(settings).toMatchObject({ allowed: ['\u212Aim@k.example'], owner: '\u212Aim@k.example' });
  });

  it('accept http on loopback', () => {
    for (const issuer of ['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])
      expect(readSignIn({ ...google, OIDC_ISSUER: issuer })?.providers[0]?.issuer).toBe(issuer);
  });
});
