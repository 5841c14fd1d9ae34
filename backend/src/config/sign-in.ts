import { z } from 'zod';
import { foldEmail, isAddress, isDomain } from '../lib/email.ts';
import { ConfigError } from './env.ts';

/** The default issuer. For it, client id and secret are enough. */
const GOOGLE = 'https://accounts.google.com';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The address of an issuer. Tokens are exchanged with it, so plain http is allowed only on a loopback address. */
const issuer = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackNames.has(url.hostname));
  },
  { error: 'expected an https address without query, or http on a loopback one' },
);

const providerSettings = z.strictObject({
  /** The name of the provider in `provider=`. */
  provider: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'expected 1 to 32 lower-case letters, digits and hyphens')
    .refine((name) => !['password', 'passkey', 'proxy'].includes(name), 'is the name of another way in'),
  /** The label of its button. */
  name: z.string().min(1).max(60),
  issuer,
  client_id: z.string().min(1),
  /** Missing for a public client, which only PKCE protects. */
  client_secret: z.string().min(1).optional(),
});

const listedProvider = providerSettings
  .extend({ name: z.string().min(1).max(60).optional(), issuer: issuer.default(GOOGLE) })
  .transform((one) => ({ ...one, name: one.name ?? nameOf(one.issuer) }));

export type ProviderSettings = z.infer<typeof providerSettings>;

/** The addresses that may sign in and the providers to sign in with. */
export type SignInSettings = {
  /** The providers in the order of their buttons. */
  providers: ProviderSettings[];
  /** Addresses and `@domain`s that may sign in, folded, including the owner's. */
  allowed: string[];
  /** The owner's address, folded; null without providers. */
  owner: string | null;
  /** True if readers sign in with passwords and passkeys, which they get by invitation. Default false. */
  hasAccounts?: boolean;
  /** The header by which trusted proxies name the viewer, in lower case, and the owner's name in it. Default none. */
  proxy?: { header: string; owner: string } | null;
  /** True if sessions also work over plain http. Default false. */
  isHttpAllowed?: boolean;
};

/** The settings of a server that readers enter by invitation only. */
export const onlyAccounts: SignInSettings = { providers: [], allowed: [], owner: null, hasAccounts: true };

export type SignInVariables = {
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_PROVIDERS?: string | undefined;
  ALLOWED_EMAILS?: string | undefined;
  OWNER_EMAIL?: string | undefined;
  ACCOUNTS?: 'on' | 'off' | undefined;
};

const nameOf = (address: string): string =>
  address === GOOGLE ? 'Google' : (URL.parse(address)?.hostname ?? address);

const wrong = (name: string, why: string) => new ConfigError(`${name} is not allowed: ${why}`);

const ownProvider = (variables: SignInVariables): ProviderSettings[] => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = variables;
  if (OIDC_CLIENT_ID === undefined) {
    const orphan = OIDC_ISSUER === undefined ? OIDC_CLIENT_SECRET && 'OIDC_CLIENT_SECRET' : 'OIDC_ISSUER';
    if (orphan === undefined) return [];
    throw new ConfigError(`OIDC_CLIENT_ID is not set: ${orphan} needs it`);
  }
  const address = OIDC_ISSUER ?? GOOGLE;
  const parsed = providerSettings.safeParse({
    provider: address === GOOGLE ? 'google' : 'oidc',
    name: nameOf(address),
    issuer: address,
    client_id: OIDC_CLIENT_ID,
    client_secret: OIDC_CLIENT_SECRET,
  });
  if (parsed.success) return [parsed.data];
  throw wrong(`OIDC_ISSUER=${JSON.stringify(address)}`, parsed.error.issues[0]?.message ?? '');
};

/** Reads OIDC_PROVIDERS. The values are secrets, so no error message contains one. */
const listedProviders = (text: string | undefined): ProviderSettings[] => {
  if (text === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong(
      'OIDC_PROVIDERS',
      'expected JSON: [{"provider", "issuer", "client_id", "client_secret", "name"}]',
    );
  }
  const parsed = z.array(listedProvider).min(1).safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw wrong('OIDC_PROVIDERS', `${issue?.path.join('.')}: ${issue?.message}`);
};

const allowedEmails = (text: string): string[] => {
  const entries = text
    .split(',')
    .map(foldEmail)
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    if (!isAddress(entry) && !isDomain(entry))
      throw wrong(
        `ALLOWED_EMAILS=${JSON.stringify(entry)}`,
        'expected addresses and @domains, separated by commas',
      );
  }
  return entries;
};

/**
 * Reads the sign-in settings: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET for one provider, OIDC_PROVIDERS for
 * several, and ACCOUNTS for passwords and passkeys. Returns null if there is neither. Throws ConfigError.
 */
export const readSignIn = (variables: SignInVariables): SignInSettings | null => {
  const providers = [...ownProvider(variables), ...listedProviders(variables.OIDC_PROVIDERS)];
  const hasAccounts = variables.ACCOUNTS === 'on';
  if (providers.length === 0) {
    const orphan = (['ALLOWED_EMAILS', 'OWNER_EMAIL'] as const).find((name) => variables[name] !== undefined);
    if (orphan !== undefined)
      throw new ConfigError(
        `OIDC_CLIENT_ID is not set: ${orphan} needs it, since it names readers who sign in with a provider`,
      );
    return hasAccounts ? onlyAccounts : null;
  }
  const names = providers.map(({ provider }) => provider);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw wrong('OIDC_PROVIDERS', `there are two providers named ${twice}`);
  const listed = allowedEmails(variables.ALLOWED_EMAILS ?? '');
  const named = variables.OWNER_EMAIL;
  const owner = named === undefined ? listed.find(isAddress) : foldEmail(named);
  if (owner === undefined)
    throw new ConfigError(
      'ALLOWED_EMAILS names no address: with sign-in, the first address there, or OWNER_EMAIL, is the owner',
    );
  if (!isAddress(owner)) throw wrong(`OWNER_EMAIL=${JSON.stringify(owner)}`, 'expected an e-mail address');
  return { providers, allowed: [...new Set([owner, ...listed])], owner, hasAccounts };
};
