import type { Api } from '../../../src/api/requests.ts';
import { functionUrlEvent, lambdaContext, viewerHost } from './function-url-event.ts';
import type { EventParts } from './function-url-event.ts';

export const ourOrigin = `https://${viewerHost}`;

type Jar = Map<string, string>;

const keep = (jar: Jar, cookies: readonly string[]) => {
  for (const cookie of cookies) {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const isGone = attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || value === '';
    if (isGone) jar.delete(name);
    else jar.set(name, value);
  }
};

const sent = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`);

/** Creates a browser that stores cookies, as the API sees one. */
export const createApiBrowser = (api: Api) => {
  const own: Jar = new Map();
  const foreign: Jar = new Map();

  const send = async (parts: EventParts) => {
    const answer = await api(functionUrlEvent({ cookies: sent(own), ...parts }), lambdaContext());
    keep(own, answer.cookies ?? []);
    const isJson = answer.headers?.['content-type'] === 'application/json' && answer.body !== undefined;
    return {
      status: answer.statusCode,
      headers: answer.headers ?? {},
      cookies: answer.cookies ?? [],
      location: String(answer.headers?.['location'] ?? ''),
      text: answer.body ?? '',
      json: isJson ? JSON.parse(answer.body ?? '') : undefined,
    };
  };

  /** Follows the provider's pages until one redirects to the application. Returns that path and query. */
  const throughProvider = async (start: string): Promise<string> => {
    let url = start;
    for (let hop = 0; hop < 10; hop += 1) {
      if (url.startsWith(`${ourOrigin}/`)) return url.slice(ourOrigin.length);
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: sent(foreign).join('; ') },
      });
      keep(foreign, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
      url = new URL(location, url).href;
    }
    throw new Error('the provider redirects without end');
  };

  return {
    cookies: own,
    send,
    get: (path: string, headers = {}) => send({ path, headers }),
    throughProvider,
    /** Signs in: goes to the provider, comes back and follows the callback. Returns the callback's answer. */
    signIn: async (query = '') => {
      const begun = await send({ path: `/api/auth/login${query}` });
      if (!begun.location.startsWith('http')) return begun;
      return send({ path: await throughProvider(begun.location) });
    },
  };
};

export type ApiBrowser = ReturnType<typeof createApiBrowser>;
