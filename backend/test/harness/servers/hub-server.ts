import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { startLoopbackServer } from '../web/loopback-server.ts';

/** A subscription as the hub knows it, by the address that it calls. */
export type HubSubscriber = { callback: string; topic: string; secret: string; lease: number };

/** How the hub takes requests: verifies them, says that it denies them, forgets them, or fails. */
export type HubMood = 'verifies' | 'denies' | 'forgets' | 'fails';

type Signing = { method?: string; secret?: string; header?: string | null };

/** A hub on loopback that follows WebSub: it takes forms, verifies the intent, signs what it sends, and stops at 410. */
export const startHub = async () => {
  const subscribers = new Map<string, HubSubscriber>();
  const asked: URLSearchParams[] = [];
  const under = new Set<Promise<unknown>>();
  const state = { mood: 'verifies' as HubMood, lease: null as number | null, verified: [] as number[] };

  /** Asks a subscriber whether it wants this. Returns whether it echoed the challenge. */
  const verify = async (form: URLSearchParams, changes: Record<string, string> = {}): Promise<boolean> => {
    const callback = form.get('hub.callback') ?? '';
    const url = new URL(callback);
    const mode = state.mood === 'denies' ? 'denied' : (form.get('hub.mode') ?? '');
    const challenge = Math.random().toString(36);
    const lease = state.lease ?? Number(form.get('hub.lease_seconds'));
    const sent = {
      'hub.mode': mode,
      'hub.topic': form.get('hub.topic') ?? '',
      ...(mode === 'denied' ? { 'hub.reason': 'no' } : { 'hub.challenge': challenge }),
      ...(mode === 'subscribe' ? { 'hub.lease_seconds': String(lease) } : {}),
      ...changes,
    };
    for (const [name, value] of Object.entries(sent)) url.searchParams.set(name, value);
    const answer = await fetch(url);
    state.verified.push(answer.status);
    return answer.status === 200 && (await answer.text()) === url.searchParams.get('hub.challenge');
  };

  const take = async (form: URLSearchParams): Promise<void> => {
    const callback = form.get('hub.callback') ?? '';
    const isMeant = await verify(form);
    if (!isMeant) return;
    if (form.get('hub.mode') === 'unsubscribe') subscribers.delete(callback);
    else
      subscribers.set(callback, {
        callback,
        topic: form.get('hub.topic') ?? '',
        secret: form.get('hub.secret') ?? '',
        lease: state.lease ?? Number(form.get('hub.lease_seconds')),
      });
  };

  const server = await startLoopbackServer((request, response) => {
    void text(request).then((body) => {
      const form = new URLSearchParams(body);
      asked.push(form);
      if (state.mood === 'fails') {
        response.writeHead(500).end();
        return;
      }
      response.writeHead(202).end();
      if (state.mood === 'forgets') return;
      const taking = take(form);
      under.add(taking);
      void taking.finally(() => under.delete(taking));
    });
  });

  /** Sends content to an address, signed with the secret by SHA-256 unless told otherwise. Returns the status. */
  const post = async (
    { callback, topic, secret }: HubSubscriber,
    body: string,
    { method = 'sha256', secret: other = secret, header }: Signing = {},
  ): Promise<number> => {
    const signature =
      header === undefined ? `${method}=${createHmac(method, other).update(body).digest('hex')}` : header;
    const answer = await fetch(callback, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/rss+xml',
        link: `<${server.origin}/>; rel="hub", <${topic}>; rel="self"`,
        ...(signature === null ? {} : { 'x-hub-signature': signature }),
      },
    });
    if (answer.status === 410) subscribers.delete(callback);
    return answer.status;
  };

  return {
    url: `${server.origin}/`,
    host: server.host,
    state,
    asked,
    subscribers,
    verify,
    post,
    /** Sends content to all subscribers of a topic, as a publisher's ping does. */
    publish: (topic: string, body: string) =>
      Promise.all(
        [...subscribers.values()].filter((each) => each.topic === topic).map((each) => post(each, body)),
      ),
    /** Waits until what was asked for is verified. */
    settled: async (): Promise<void> => {
      while (under.size > 0) await Promise.all(under);
    },
    close: () => server[Symbol.asyncDispose](),
  };
};
