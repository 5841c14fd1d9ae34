import { type AllowHosts, checkTarget } from '../guard/target.ts';
import { OutboundError } from '../guard/guarded-fetch.ts';
import type { OutboundRequest, OutboundResponse, Redirect } from '../guard/guarded-fetch.ts';
import type { AskHop, Hop, HopAnswer, TimeLimit } from './hop.ts';
import { withRetries } from './in-process-retries.ts';

const maxRedirects = 5;

/** The only headers of a caller that are sent after a redirect to another origin, because they cannot hold a secret. */
const harmlessHeaders: readonly string[] = [
  'accept',
  'accept-language',
  'if-none-match',
  'if-modified-since',
  'range',
];

/** The error that `judgeHop` threw, which is passed on as it is. */
export class JudgedError extends Error {
  override readonly name = 'JudgedError';
}

const nextHop = (hop: Hop, url: URL): Hop => ({
  url,
  headers:
    url.origin === hop.url.origin
      ? hop.headers
      : Object.fromEntries(
          Object.entries(hop.headers).filter(([name]) => harmlessHeaders.includes(name.toLowerCase())),
        ),
});

/** Adds a redirect to those followed. Throws OutboundError if it leads back or is one too many. */
const checkChain = (first: URL, redirects: Redirect[]): void => {
  const urls = [first.href, ...redirects.map(({ url }) => url)];
  if (new Set(urls).size < urls.length)
    throw new OutboundError('too_many_redirects', `${first.hostname} redirects in a circle.`);
  if (redirects.length > maxRedirects)
    throw new OutboundError(
      'too_many_redirects',
      `${first.hostname} redirects more than ${maxRedirects} times.`,
    );
};

/** The dependencies of following redirects. */
export type Following = {
  ask: AskHop;
  allowHosts: AllowHosts;
  request: OutboundRequest;
  limit: TimeLimit;
  signal: AbortSignal;
};

/** Judges a hop and asks it, again if it fails and the request wants that. */
const askJudged = (
  { ask, request, limit, signal }: Following,
  hop: Hop,
  redirects: Redirect[],
): Promise<HopAnswer> => {
  const { judgeHop } = request;
  const judge = async (): Promise<void> => {
    if (judgeHop === undefined) return;
    try {
      await limit.pausedFor(() => judgeHop(hop.url, redirects));
    } catch (error) {
      throw new JudgedError('This address was judged not to be asked.', { cause: error });
    }
  };
  const isFinal = (error: unknown) => error instanceof JudgedError || signal.aborted;
  return withRetries({ request, leftMs: limit.left, isFinal, signal }, async () => {
    await judge();
    return ask({ request, hop, signal });
  });
};

/** Sends a request and follows its redirects, each of which is checked like the first address. */
export const follow = async (following: Following, first: URL): Promise<OutboundResponse> => {
  const { request, allowHosts } = following;
  let redirects: Redirect[] = [];
  let hop: Hop = { url: first, headers: request.headers ?? {} };
  const goTo = (status: number, location: string): void => {
    const url = checkTarget(location, allowHosts, hop.url);
    redirects = [...redirects, { status, url: url.href }];
    checkChain(first, redirects);
    hop = nextHop(hop, url);
  };
  for (const { status, url } of request.redirects ?? []) goTo(status, url);
  for (;;) {
    const { location, ...answer } = await askJudged(following, hop, redirects);
    if (location === null) return { ...answer, redirects };
    goTo(answer.status, location);
  }
};
