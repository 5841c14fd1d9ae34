import { expect } from 'vitest';
import { endpoints, type Endpoint, type EndpointName } from '../../../src/contract/index.ts';
import { rss, type FeedServer } from '../servers/feed-server.ts';
import type { startHandmadeProvider } from '../servers/handmade-provider.ts';
import type { ApiBrowser } from './api-browser.ts';
import { ids, sampleNewHighlight, sampleRequest } from './api-samples.ts';

/*
 * The access matrix calls every endpoint without the rights for it, with ids that belong to another reader (the victim). One
 * suite does so in the process, and one at the address of a deployment. They share this module.
 */

/** A word in everything that the victim owns, so that a test finds any part of it in an answer. */
export const MARKER = 'Zweigstelle';
/** The domain of the victim's e-mail address. */
export const markedDomain = `${MARKER.toLowerCase()}.example`;

const names = Object.keys(endpoints) as EndpointName[];
export const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
/** The endpoints that answer whoever knows a secret address. These tests send an address that does not exist. */
export const byAddress: EndpointName[] = [
  'getFeedByAddress',
  'getImage',
  'doFromNotification',
  'getMailPage',
  'doFromMail',
];
/** The endpoints that check a password, a passkey or an invitation. These tests send wrong ones. */
export const byProof: EndpointName[] = [
  'signInWithPassword',
  'signInWithPasskey',
  'readInvitation',
  'beginInvitedPasskey',
  'acceptInvitation',
];
export const open = names.filter(
  (name) => endpointOf(name).access === 'public' && !byAddress.includes(name) && !byProof.includes(name),
);
export const guarded = names.filter((name) => endpointOf(name).access !== 'public');
export const withIds = guarded.filter((name) => /\{\w+_id\}/.test(endpointOf(name).path));
export const writes = guarded.filter((name) => endpointOf(name).method !== 'GET');

/** Returns the status with which an endpoint of `byAddress` refuses an address that does not exist. */
export const refusalByAddress = (name: EndpointName): number => (name === 'getImage' ? 403 : 404);

type Holder = 'session' | 'read' | 'write';

/** Returns the status that a signed-in reader must get, or null if the endpoint may answer with their own data. */
const refusalOf = (name: EndpointName, holder: Holder): number | null => {
  const { method, noTokens, access } = endpointOf(name);
  if (access === 'owner') return 403;
  if (holder !== 'session' && noTokens === true) return 403;
  if (holder === 'read' && method !== 'GET') return 403;
  return withIds.includes(name) ? 404 : null;
};

/** Tells whether another reader may get this status. */
export const isRight = (name: EndpointName, holder: Holder, status: number | undefined): boolean => {
  const refusal = refusalOf(name, holder);
  // A request that meets a rate limit does not reach the use case, so it proves nothing.
  return refusal === null ? status !== 500 && status !== 429 : status === refusal;
};

export const bearer = (token: string) => ({ 'x-viewer-authorization': `Bearer ${token}` });

/** Signs in at the provider as somebody with these claims. */
export const signInAs = async (
  own: ApiBrowser,
  { state }: Awaited<ReturnType<typeof startHandmadeProvider>>,
  claims: { sub: string; email: string },
): Promise<ApiBrowser> => {
  const sent = new URL((await own.get('/api/auth/login')).location).searchParams;
  state.nonce = sent.get('nonce');
  state.forgery = { claims };
  await own.get(`/api/auth/callback?code=c&state=${sent.get('state') ?? ''}`);
  expect(own.cookies.has('__Host-omomi')).toBe(true);
  return own;
};

export const post = async (own: ApiBrowser, path: string, body: unknown, method = 'POST') => {
  const { status, json } = await own.send({ method, path, body });
  expect(status).toBeLessThan(300);
  return json;
};

const article = (title: string) => ({
  title,
  link: `https://site.example/${title.replaceAll(' ', '-')}`,
  text: `<p>${title}</p>`,
  date: '2026-02-28T08:00:00.000Z',
});

/** The victim's id, and the ids of their things by the names of the parameters in which requests name them. */
export type Victim = { user_id: string; theirs: Readonly<Record<string, string>>; token: string };

/**
 * Makes one thing of each kind for the reader who is signed in. `settle` waits until the queues have no more to do. The
 * server serves `/ours.xml` too, which has nothing of the victim's.
 */
export const makeVictim = async (
  own: ApiBrowser,
  server: FeedServer,
  settle: () => Promise<void>,
): Promise<Victim> => {
  server.set('/theirs.xml', { body: rss([article(`${MARKER} one`)], { title: `${MARKER} feed` }) });
  server.set('/ours.xml', { body: rss([article('Ours')], { title: 'Our feed' }) });
  server.set('/theirs.html', { body: `<html><title>${MARKER} page</title></html>`, type: 'text/html' });
  const feed = await post(own, '/api/feeds', { url: server.url('/theirs.xml'), folder: `${MARKER} folder` });
  const keyword = await post(own, '/api/keywords', { text: `${MARKER} keyword` });
  await settle();
  const [row] = (await own.get('/api/articles')).json.items;
  const { article_id } = row;
  await post(own, `/api/articles/${article_id}/save`, { is_saved: true }, 'PUT');
  await post(own, `/api/articles/${article_id}/tags`, { tags: [`${MARKER} tag`] }, 'PUT');
  const mark = { ...sampleNewHighlight, quote: `${MARKER} quote`, note: `${MARKER} note` };
  const highlight = await post(own, `/api/articles/${article_id}/highlights/victim0001`, mark, 'PUT');
  const rule = await post(own, '/api/rules', {
    name: `${MARKER} rule`,
    conditions: [{ field: 'title', is_not: false, any_of: [`${MARKER} sponsored`] }],
    effects: { mute: true, save: false, read: false, factor: null, tags: [], goes_after_hours: null },
  });
  const search = await post(own, '/api/searches', { name: `${MARKER} search`, q: MARKER });
  const token = await post(own, '/api/tokens', { name: `${MARKER} token`, scope: 'write' });
  const link = await post(own, '/api/feed-addresses', { name: `${MARKER} phone` });
  const channel = await post(own, '/api/notifications/channels', {
    kind: 'webhook',
    address: server.url(`/${MARKER}`),
    secret: MARKER,
  });
  const destination = await post(own, '/api/destinations', {
    kind: 'post',
    name: `${MARKER} place`,
    address: server.url('/never'),
    header: { name: 'x-key', value: MARKER },
  });
  const job = await post(own, '/api/jobs/fetch-feeds', {});
  const seeds = [server.url('/theirs.html')];
  const crawl = await post(own, '/api/jobs/crawl', { seeds, limit: 1, use_sitemaps: false });
  await settle();
  const [page] = (await own.get(`/api/crawls/${crawl.job_id}/pages`)).json.items;
  const me = (await own.get('/api/me')).json;
  const theirs = {
    feed_id: feed.feed_id,
    keyword_id: keyword.keyword_id,
    article_id,
    job_id: job.job_id,
    crawl_id: crawl.job_id,
    page_id: page.page_id,
    rule_id: rule.rule_id,
    search_id: search.search_id,
    highlight_id: highlight.highlight_id,
    token_id: token.token_id,
    address_id: link.address_id,
    channel_id: channel.channel_id,
    destination_id: destination.destination_id,
    user_id: me.user_id,
    session_id: (await own.get('/api/sessions')).json.items[0].session_id,
    identity_id: me.identities[0].identity_id,
  };
  return { user_id: me.user_id, theirs, token: token.token };
};

/** Returns a valid request that has the victim's ids in its path, query and body. */
export const requestFor = ({ theirs }: Pick<Victim, 'theirs'>, name: EndpointName) => {
  let text = JSON.stringify(sampleRequest(name, { ...ids, ...theirs }));
  for (const [key, value] of Object.entries(ids)) text = text.replaceAll(value, theirs[key] ?? value);
  return JSON.parse(text) as ReturnType<typeof sampleRequest>;
};

/** Returns all items that belong to the victim, without the times of last use. */
export const itemsOf = ({ user_id }: Pick<Victim, 'user_id'>, all: readonly object[]): string => {
  const items = all.map((item) =>
    JSON.stringify(item, (key, value: unknown) => (/^last_(seen|used)_at$/.test(key) ? null : value)),
  );
  return items
    .filter((item) => item.includes(user_id))
    .toSorted()
    .join('\n');
};

/** Sends a request without the rights for it. Neither the body nor a header may contain anything of the victim's. */
export const askWithout = async (
  victim: Victim,
  name: EndpointName,
  own: ApiBrowser,
  headers: Record<string, string> = {},
) => {
  const answer = await own.send({ ...requestFor(victim, name), headers });
  const text = JSON.stringify(answer).toLowerCase();
  expect(text).not.toContain(MARKER.toLowerCase());
  expect(text).not.toContain(victim.user_id);
  return answer;
};
