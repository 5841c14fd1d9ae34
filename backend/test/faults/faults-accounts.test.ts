// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/model/reader/sign-in.ts';
import { answersTheSame, DAY, HOUR, startFaultRuns, type FaultRuns, type UseCase } from './fault-runs.ts';
import { feedOf, item, shared } from './fault-web.ts';
import { startHatena } from '../harness/servers/hatena-server.ts';
import { feedAddressUnknown } from '../../src/accounts/feed-addresses.ts';
import { DomainError } from '../../src/lib/errors.ts';

const session = (digit: string): Session => ({
  user_id: 'local',
  session_id: digit.repeat(64),
  identity_id: 'c'.repeat(32),
  email: 'local@example.org',
  is_owner: false,
  device: 'Firefox on Linux',
  created_at: '2026-02-28T08:00:00.000Z',
  authenticated_at: null,
  last_seen_at: '2026-03-01T07:00:00.000Z',
  expires_at: '2026-03-30T08:00:00.000Z',
});

const useCases: Record<string, (runs: FaultRuns) => UseCase> = {
  'asking for what resembles saved articles': ({ local }) => ({
    run: () => local.call('updatePreferences', { body: { learns: true } }),
  }),
  'changing the theme': ({ local }) => ({
    run: () => local.call('updatePreferences', { body: { theme: 'dark' } }),
  }),
  'leaving for good': ({ app, articles }) => {
    const other = app.as('other');
    return {
      given: () =>
        other.call('setSaved', { params: { article_id: articles.large }, body: { is_saved: true } }),
      run: () => other.call('leave', { body: { email: 'other' } }),
      later: 30,
    };
  },
  'making an API token': ({ local }) => ({
    run: () => local.call('createToken', { body: { name: 'Script', scope: 'read' } }),
    // Compare names only: a token whose answer was lost stays until it is revoked, but nobody knows its secret.
    end: async () => new Set((await local.call('listTokens')).items.map(({ name }) => name)),
  }),
  'revoking an API token': ({ local }) => {
    let token_id = '';
    return {
      given: async () => {
        ({ token_id } = await local.call('createToken', { body: { name: 'Script', scope: 'read' } }));
      },
      run: () => local.call('deleteToken', { params: { token_id } }),
      isDone: new DomainError('NOT_FOUND', 'You have no such API token.'),
    };
  },
  'making an address of Today': ({ local }) => ({
    run: () => local.call('createFeedAddress', { body: { name: 'Phone', list: { kind: 'today' } } }),
    end: async () => new Set((await local.call('listFeedAddresses')).items.map(({ name }) => name)),
  }),
  'revoking an address of Today': ({ local }) => {
    let address_id = '';
    return {
      given: async () => {
        ({ address_id } = await local.call('createFeedAddress', {
          body: { name: 'Phone', list: { kind: 'today' } },
        }));
      },
      run: () => local.call('deleteFeedAddress', { params: { address_id } }),
      isDone: feedAddressUnknown(),
    };
  },
  'signing a device out': ({ app, local }) => ({
    given: () => app.stores.sessions.put(session('a')),
    run: () => local.call('deleteSession', { params: { session_id: 'a'.repeat(64) } }),
    isDone: new DomainError('NOT_FOUND', 'You have no such session.'),
  }),
  'signing all devices out': ({ app, local }) => ({
    given: () => Promise.all(['a', 'b', 'd'].map((digit) => app.stores.sessions.put(session(digit)))),
    run: () => local.call('deleteOtherSessions'),
  }),
  'exporting the account': ({ app, articles, local, setSaved }) => ({
    given: async () => {
      await setSaved(articles.large, true);
      await app.stores.sessions.put(session('a'));
    },
    run: answersTheSame(() => local.call('exportAccount')),
    isRead: true,
  }),
  'exporting subscriptions': ({ local }) => ({
    run: answersTheSame(() => local.call('exportOpml')),
    isRead: true,
  }),
  'sending dead letters back': ({ app, server, local }) => ({
    web: () => server.set('/b', feedOf('b', [item('b', 1), item('b', 2), shared])),
    given: async () => {
      app.advance(2 * HOUR);
      await app.dispatch();
    },
    run: () => {
      const dead = app.queues.fetch.splice(0).map((message) => ({ ...message, receives: 5 }));
      app.deadLetters.push(...dead.map((message) => ({ ...message, from: 'fetch' as const })));
      return local.call('redriveDeadLetters', { params: { queue: 'fetch' } });
    },
  }),
  'scoring everything of everyone': ({ app, keyword_id, local }) => ({
    given: () => app.stores.keywords.update('local', keyword_id, { weight: 5 }),
    run: () => local.call('startDeploymentJob', { params: { kind: 'recalculate' } }),
  }),
  'cleaning up for everyone': ({ app, articles, local, setRead, setSaved }) => ({
    given: async () => {
      await setSaved(articles.large, true);
      await setRead(articles.first, true);
      app.advance(2 * DAY);
    },
    run: () => local.call('startDeploymentJob', { params: { kind: 'cleanup' } }),
  }),
  'fetching what is due of everyone': ({ app, server, local }) => ({
    web: () => server.set('/b', feedOf('b', [item('b', 1), item('b', 2), shared])),
    given: async () => app.advance(2 * HOUR),
    run: () => local.call('startDeploymentJob', { params: { kind: 'dispatch' } }),
  }),
  'counting bookmarks': ({ app, local }) => ({
    // A run that was cut off may leave its lock, so a second run follows after the lock has expired.
    run: async () => {
      await app.countBookmarks();
      app.advance(HOUR);
      await app.countBookmarks();
      app.advance(5);
    },
    end: async () => {
      const query = { sort: 'published_at', filter: 'all', limit: 50 } as const;
      const { items } = await local.call('listArticles', { query });
      const waiting = (await app.stores.bookmarks.listAdded()).links;
      return { counts: items.map(({ link, bookmark_count }) => [link, bookmark_count]), waiting };
    },
  }),
};

let hatena: Awaited<ReturnType<typeof startHatena>>;
let runs: FaultRuns;
beforeAll(async () => {
  hatena = await startHatena();
  hatena.counts.set('https://a.example/1', 41);
  runs = await startFaultRuns({ hatebuUrl: hatena.url });
});
afterAll(async () => {
  await runs.close();
  await hatena.close();
});

describe('use cases of accounts and of the owner', () => {
  it.each(Object.entries(useCases))(
    '%s has the correct result when it is repeated after a failed call',
    async (_, useCase) => {
      expect(await runs.wrongEnds(useCase(runs))).toEqual({});
    },
    600_000,
  );
});
