import pMap from 'p-map';
import type { SessionStore } from '../model/reader/session.ts';
import type { TokenStore } from '../model/reader/token.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { OwnedReader } from '../contract/index.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import { isLeaving, type ProfileStore } from '../model/reader/profile.ts';
import type { ReaderStore } from '../model/reader/reader.ts';
import { idIn } from './id-cursor.ts';

const CONCURRENT_READS = 8;
const USER_ID = /^[0-9a-z]{1,64}$/;

export type ReadersEndpointDeps = {
  profiles: Pick<ProfileStore, 'get'>;
  readers: Pick<ReaderStore, 'list'>;
  sessions: Pick<SessionStore, 'list'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  tokens: Pick<TokenStore, 'list'>;
};

const toReader = async (deps: ReadersEndpointDeps, user_id: string): Promise<OwnedReader> => {
  const [profile, subscriptions, sessions, tokens] = await Promise.all([
    deps.profiles.get(user_id),
    deps.subscriptions.list(user_id),
    deps.sessions.list(user_id),
    deps.tokens.list(user_id),
  ]);
  const seen = [
    ...sessions.map(({ last_seen_at }) => last_seen_at),
    ...tokens.flatMap(({ last_used_at }) => last_used_at ?? []),
  ];
  return {
    user_id,
    email: profile?.email ?? null,
    name: profile?.name ?? null,
    created_at: profile?.created_at ?? null,
    last_seen_at: seen.toSorted().at(-1) ?? null,
    subscriptions: subscriptions.length,
    is_leaving: isLeaving(profile),
  };
};

/** Creates the endpoint that lists readers. Without sign-in nobody is listed, and it shows the one who asks. */
export const createReadersEndpoint = (deps: ReadersEndpointDeps): HandlersOf<'listReaders'> => ({
  listReaders: async ({ reader, query: { limit, cursor } }) => {
    const after = idIn(cursor, (text) => USER_ID.test(text));
    const { readers, has_more } = await deps.readers.list({ after, limit });
    const listed = readers.map(({ user_id }) => user_id);
    const ids = listed.length === 0 && after === null ? [reader.user_id] : listed;
    return {
      items: await pMap(ids, (userId) => toReader(deps, userId), { concurrency: CONCURRENT_READS }),
      next_cursor: has_more ? (listed.at(-1) ?? null) : null,
      has_more,
    };
  },
});
