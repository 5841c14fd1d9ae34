import { createHash, randomBytes } from 'node:crypto';
import { EXPORT_VERSION, type Identity, type Me, type Session, type Token } from '@omomi/backend/contract';
import type { Handlers } from './fake-handlers.ts';
import type { FakeStore } from './fake-store.ts';
import { Refusal } from './refusal.ts';

const hex = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);
const before = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const page = <T>(items: T[]) => ({ items, next_cursor: null, has_more: false });

/** Who the fake's reader is. `local`: always signed in; `session`: signed in; `none`: not yet. */
export type FakeAccount = {
  via: 'local' | 'session' | 'none';
  identities: Identity[];
  sessions: Session[];
  tokens: Token[];
};

const identity = (provider: string, name: string, email: string): Identity => ({
  identity_id: hex(provider, 32),
  provider,
  provider_name: name,
  email,
  created_at: before(60 * 24 * 40),
  last_used_at: before(60 * 3),
});

const session = (device: string, minutes: number, isCurrent = false): Session => ({
  session_id: hex(device, 64),
  device,
  created_at: before(minutes + 60 * 24 * 9),
  last_seen_at: before(minutes),
  expires_at: before(-60 * 24 * 30),
  is_current: isCurrent,
});

export const createAccount = (via: FakeAccount['via']): FakeAccount => ({
  via,
  identities: [
    identity('google', 'Google', 'mika.tanaka@example.com'),
    identity('work', 'Example Works', 'tanaka@works.example'),
  ],
  sessions: [
    session('Firefox on Linux', 2, true),
    session('Safari on iPhone', 60 * 5),
    session('Chrome on Windows', 60 * 24 * 6),
  ],
  tokens: [
    {
      token_id: hex('t', 64),
      name: 'Kitchen display',
      scope: 'read',
      created_at: before(60 * 24 * 3),
      last_used_at: before(60 * 2),
    },
    {
      token_id: hex('u', 64),
      name: 'nightly backup script',
      scope: 'write',
      created_at: before(60 * 24 * 12),
      last_used_at: null,
    },
  ],
});

const removeFrom = <T>(items: T[], isMeant: (item: T) => boolean): void => {
  const index = items.findIndex(isMeant);
  if (index === -1) throw new Refusal('NOT_FOUND');
  items.splice(index, 1);
};

const meOf = (account: FakeAccount): Me => {
  if (account.via === 'none') throw new Refusal('UNAUTHENTICATED');
  const isLocal = account.via === 'local';
  return {
    user_id: 'local',
    email: isLocal ? null : 'mika.tanaka@example.com',
    name: isLocal ? null : 'Mika Tanaka',
    is_owner: true,
    via: account.via,
    scope: 'write',
    needs_sign_in: !isLocal,
    identities: isLocal ? [] : account.identities,
  };
};

/** Sign-in, sessions, tokens, export and leaving. */
export const accountHandlers = (store: FakeStore, account: FakeAccount): Handlers => ({
  listProviders: () => ({
    needs_sign_in: account.via !== 'local',
    providers: [
      { provider: 'google', name: 'Google' },
      { provider: 'work', name: 'Example Works' },
    ],
  }),
  getMe: () => meOf(account),
  logout: () => {
    account.via = 'none';
    return undefined;
  },
  linkIdentity: ({ body }) => {
    account.identities.push(identity(body.provider, body.provider, 'another@example.com'));
    return { location: body.return_to ?? '/' };
  },
  unlinkIdentity: ({ params }) => {
    if (account.identities.length === 1) throw new Refusal('LAST_IDENTITY');
    return removeFrom(account.identities, (each) => each.identity_id === params.identity_id);
  },
  listSessions: () => page(account.sessions),
  deleteSession: ({ params }) =>
    removeFrom(account.sessions, (each) => each.session_id === params.session_id),
  deleteOtherSessions: () => {
    account.sessions = account.sessions.filter((each) => each.is_current);
    return undefined;
  },
  listTokens: () => page(account.tokens),
  createToken: ({ body }) => {
    if (body.name === 'limited') throw new Refusal('RATE_LIMITED', { retry_after: 42 });
    const secret = `omomi_${randomBytes(24).toString('base64url')}`;
    const token: Token = { ...body, token_id: hex(secret, 64), created_at: before(0), last_used_at: null };
    account.tokens.unshift(token);
    return { ...token, token: secret };
  },
  deleteToken: ({ params }) => removeFrom(account.tokens, (each) => each.token_id === params.token_id),
  exportAccount: () => ({
    format: 'omomi-export',
    version: EXPORT_VERSION,
    exported_at: before(0),
    next_cursor: null,
    account: null,
    keywords: [...store.keywords.values()],
    subscriptions: [...store.feeds.values()],
    entries: [],
    jobs: store.jobs,
  }),
  leave: ({ body }) => {
    const { email, user_id } = meOf(account);
    if (body.email.toLowerCase() !== (email ?? user_id)) throw new Refusal('VALIDATION_FAILED');
    return store.startJob('leave', 60, () => {
      store.feeds.clear();
      store.articles.clear();
      store.keywords.clear();
    });
  },
});
