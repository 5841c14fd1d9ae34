import { z } from 'zod';
import type { Requests } from './requests.ts';

const directory = /^(?:podcasts|itunes)\.apple\.com$/;
const page = /\/podcast\/(?:[^?]*\/)?id(\d{1,15})(?:[/?]|$)/;

/** Largest answer of the directory in bytes; that for one podcast has 3 KB. */
const MAX_BYTES = 100_000;

/** Apple's lookup API: the entries of an id, of which those that are podcasts have the address of their feed. */
const answer = z.object({ results: z.array(z.object({ feedUrl: z.string().optional() })) });

const feedUrlsIn = (body: Uint8Array): string[] => {
  try {
    const { success, data } = answer.safeParse(JSON.parse(Buffer.from(body).toString('utf8')));
    return success ? data.results.flatMap(({ feedUrl }) => feedUrl ?? []).slice(0, 1) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
};

/**
 * Returns the address of the feed of a podcast whose page in Apple's directory a reader typed; at most one. The page itself
 * does not name it, but Apple's lookup API does. Empty for any other address, and if the directory gives none.
 */
export const findPodcast = async (
  { within }: Pick<Requests, 'within'>,
  address: string,
): Promise<string[]> => {
  const url = URL.parse(address);
  const id = directory.test(url?.hostname ?? '')
    ? page.exec(`${url?.pathname}${url?.search}`)?.[1]
    : undefined;
  if (id === undefined) return [];
  const found = await within(async (fetch) => {
    const { status, body } = await fetch({
      url: `https://itunes.apple.com/lookup?id=${id}`,
      headers: { accept: 'application/json' },
      maxBytes: MAX_BYTES,
    });
    return status === 200 ? feedUrlsIn(body) : null;
  });
  return found ?? [];
};
