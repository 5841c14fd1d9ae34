import { z } from 'zod';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';

/** What one call takes: the service's limit on addresses, and room for the line of a request on any server. */
const LINKS_A_CALL = 50;
const LONGEST_QUERY = 7_000;
const MOST_BYTES = 256 * 1024;

/** The service did not answer, or not with counts. */
export class CountFailedError extends Error {
  override readonly name = 'CountFailedError';
}

/** The counts of these links, as far as the answer has them. Throws CountFailedError or OutboundError. */
export type CountBookmarks = (links: string[]) => Promise<Map<string, number>>;

const parameter = (link: string) => `url=${encodeURIComponent(link)}`;

/** Too long for a call of its own. */
export const isTooLong = (link: string): boolean => parameter(link).length > LONGEST_QUERY;

/** Groups that fit into one call each, in their order. */
export const inCalls = (links: string[]): string[][] => {
  const calls: string[][] = [];
  let room = 0;
  for (const link of links) {
    const length = parameter(link).length + 1;
    const last = calls.at(-1);
    if (last !== undefined && last.length < LINKS_A_CALL && length <= room) {
      last.push(link);
      room -= length;
    } else {
      calls.push([link]);
      room = LONGEST_QUERY - length;
    }
  }
  return calls;
};

const answer = z.record(z.string(), z.unknown());
const count = z.int().min(0);

const parse = (body: Uint8Array): Record<string, unknown> => {
  try {
    return answer.parse(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch (error) {
    throw new CountFailedError('The bookmark service did not answer with an object of counts.', {
      cause: error,
    });
  }
};

/**
 * Asks Hatena Bookmark's count/entries: GET with a `url` parameter for each link, answered by an object of link and count.
 * A count that is missing or no whole number is unknown; the others stand.
 */
export const createCountBookmarks =
  ({ fetch, url }: { fetch: GuardedFetch; url: string }): CountBookmarks =>
  async (links) => {
    const { status, body } = await fetch({
      url: `${url}${url.includes('?') ? '&' : '?'}${links.map(parameter).join('&')}`,
      headers: { accept: 'application/json' },
      maxBytes: MOST_BYTES,
    });
    if (status !== 200) throw new CountFailedError(`The bookmark service answered with status ${status}.`);
    const given = parse(body);
    return new Map(
      links.flatMap((link): [string, number][] => {
        const told = count.safeParse(Object.hasOwn(given, link) ? given[link] : undefined);
        return told.success ? [[link, told.data]] : [];
      }),
    );
  };
