import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseFeed } from '../src/parser/parse-feed.ts';
import { createGuardedFetch } from '../src/web/fetch/create-guarded-fetch.ts';
import { userAgentOf } from '../src/web/fetch/headers.ts';
import { parseAllowHosts } from '../src/web/guard/target.ts';

/*
 * Asks each feed of the list that ships, or of the file given as an argument, once and one after the other, and names those
 * that do not answer with a feed, and those that have moved for good. Fails if there are dead ones.
 */

/** The time between two requests to one host, in milliseconds. */
const PAUSE_MS = 2_000;
/** The most bytes of a feed that are read. */
const MAX_BYTES = 8 * 1024 * 1024;

const list = join(import.meta.dirname, '../../frontend/src/components/adding/directory/feeds.tsv');
const feeds = readFileSync(process.argv[2] ?? list, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [title = '', url = ''] = line.split('\t');
    return line.startsWith('#') || url === '' ? [] : [{ title, url }];
  });

const fetch = createGuardedFetch({
  allowHosts: parseAllowHosts(process.env['FETCH_ALLOW_HOSTS'] ?? ''),
  userAgent: userAgentOf('https://github.com/omomi-reader/omomi'),
});

/** Returns what is wrong with a feed, or where it has moved; null if nothing. */
const ask = async (url: string): Promise<{ isDead: boolean; told: string } | null> => {
  try {
    const { status, headers, body, redirects, url: at } = await fetch({ url, maxBytes: MAX_BYTES });
    if (status !== 200) return { isDead: true, told: `answers ${status}` };
    await parseFeed(body, headers['content-type'] ?? null);
    const hasMoved = redirects.length > 0 && redirects.every((each) => [301, 308].includes(each.status));
    return hasMoved ? { isDead: false, told: `has moved to ${at}` } : null;
  } catch (error) {
    return { isDead: true, told: error instanceof Error ? error.message : String(error) };
  }
};

const lastAsked = new Map<string, number>();
let dead = 0;
for (const { title, url } of feeds) {
  const { host } = new URL(url);
  const wait = (lastAsked.get(host) ?? Number.NEGATIVE_INFINITY) + PAUSE_MS - performance.now();
  if (wait > 0) await setTimeout(wait);
  const found = await ask(url);
  lastAsked.set(host, performance.now());
  if (found === null) continue;
  if (found.isDead) dead += 1;
  console.log(`${found.isDead ? 'dead' : 'moved'}\t${title}\t${url}\t${found.told}`);
}
await fetch.close();
console.log(`${feeds.length} feeds, ${dead} of them dead.`);
process.exitCode = dead === 0 ? 0 : 1;
