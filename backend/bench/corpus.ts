// Runs every document of a folder with an expected.json through parseFeed and reports which items come out as expected.
//   node backend/bench/corpus.ts [--dir <folder>]... [--json] [--speed]
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { parseFeed } from '../src/parser/parse-feed.ts';
import { ParseError } from '../src/parser/fields/parsed-feed.ts';
import type { ParsedFeed, ParsedItem } from '../src/parser/fields/parsed-feed.ts';
import { plainText } from '../src/parser/fields/text.ts';

type ExpectedItem = { title?: string; link?: string; guid?: string; published?: string };
type ExpectedDocument = { format?: string; encoding?: string; items?: number; expected?: ExpectedItem[] };
type Failure = { file: string; why: string };
type Outcome = { items: number; expected: number; right: number; whys: string[]; ms: number };

const { values: flags } = parseArgs({
  options: {
    dir: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
    speed: { type: 'boolean', default: false },
  },
});

const shared = resolve(import.meta.dirname, '../../../shared/feeds');
const folders =
  flags.dir?.map((dir) => resolve(dir)) ?? ['real', 'wellformed', 'json'].map((name) => join(shared, name));

const expectations = (folder: string): Map<string, ExpectedDocument> => {
  const file = join(folder, 'expected.json');
  if (!existsSync(file)) {
    throw new Error(`${file} is missing: a corpus is a folder with documents and an expected.json.`);
  }
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, ExpectedDocument>));
};

/** Returns a title as plain text. It undoes up to three levels of escaping, so that titles compare as text. */
const normalised = (title: string): string => plainText(plainText(plainText(title)));

const differences = (item: ParsedItem, expected: ExpectedItem): string[] => {
  const wrong: string[] = [];
  const check = (field: string, got: string | null, want: string | undefined): void => {
    if (want !== undefined && got !== want) {
      wrong.push(`${field} is ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`);
    }
  };
  check(
    'title',
    normalised(item.title),
    expected.title === undefined ? undefined : normalised(expected.title),
  );
  check('link', item.link, expected.link);
  check('guid', item.guid, expected.guid);
  const published = expected.published === undefined ? undefined : new Date(expected.published).toISOString();
  check('published', item.published_at, published);
  return wrong;
};

const compare = (feed: ParsedFeed, document: ExpectedDocument): Omit<Outcome, 'ms'> => {
  const expected = document.expected ?? [];
  const whys: string[] = [];
  if (document.items !== undefined && feed.items.length !== document.items) {
    whys.push(`${feed.items.length} items instead of ${document.items}`);
  }
  let right = 0;
  for (const [index, want] of expected.entries()) {
    const item = feed.items[index];
    const wrong = item === undefined ? ['is missing'] : differences(item, want);
    right += wrong.length === 0 ? 1 : 0;
    whys.push(...wrong.map((text) => `item ${index + 1}: ${text}`));
  }
  return { items: feed.items.length, expected: expected.length, right, whys };
};

const run = async (bytes: Uint8Array, document: ExpectedDocument): Promise<Outcome> => {
  const began = performance.now();
  try {
    const feed = await parseFeed(bytes, null);
    const ms = performance.now() - began;
    return { ...compare(feed, document), ms };
  } catch (error) {
    const why = error instanceof ParseError ? `${error.fault}: ${error.message}` : `threw ${String(error)}`;
    return {
      items: 0,
      expected: document.expected?.length ?? 0,
      right: 0,
      whys: [why],
      ms: performance.now() - began,
    };
  }
};

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`;
const peakMegabytes = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

const failures: Failure[] = [];
const total = { documents: 0, withItems: 0, expected: 0, right: 0 };

const runFolder = async (folder: string): Promise<void> => {
  const sum = { documents: 0, withItems: 0, shouldHave: 0, expected: 0, right: 0, maxMs: 0, slowest: '' };
  for (const [file, document] of expectations(folder)) {
    const outcome = await run(readFileSync(join(folder, file)), document);
    sum.documents += 1;
    sum.withItems += outcome.items > 0 ? 1 : 0;
    sum.shouldHave += (document.items ?? document.expected?.length ?? 1) > 0 ? 1 : 0;
    sum.expected += outcome.expected;
    sum.right += outcome.right;
    if (outcome.ms > sum.maxMs) {
      sum.maxMs = outcome.ms;
      sum.slowest = file;
    }
    failures.push(...outcome.whys.slice(0, 3).map((why) => ({ file, why })));
  }
  console.log(`${folder}
  documents with items  ${sum.withItems} of ${sum.documents} (${sum.shouldHave} should have some)
  items as expected     ${sum.right} of ${sum.expected} (${percent(sum.right, sum.expected)})
  slowest document      ${sum.maxMs.toFixed(0)} ms (${sum.slowest})
  peak memory           ${peakMegabytes()} MB`);
  total.documents += sum.documents;
  total.withItems += sum.withItems;
  total.expected += sum.expected;
  total.right += sum.right;
};

type Parse = (bytes: Uint8Array) => Promise<unknown>;

/**
 * Measures megabytes a second over all documents for each parser: the best of eight rounds. The parsers take turns, so
 * that noise affects all of them.
 */
const megabytesPerSecond = async (
  documents: Uint8Array[],
  parsers: Map<string, Parse>,
): Promise<Map<string, number>> => {
  const bytes = documents.reduce((sum, document) => sum + document.length, 0);
  const best = new Map<string, number>();
  for (let round = 0; round < 8; round += 1) {
    for (const [name, parse] of parsers) {
      const began = performance.now();
      for (const document of documents) {
        await parse(document).catch(() => null);
      }
      best.set(name, Math.min(best.get(name) ?? Infinity, performance.now() - began));
    }
  }
  return new Map([...best].map(([name, ms]) => [name, bytes / 1e6 / (ms / 1000)]));
};

const runSpeed = async (): Promise<void> => {
  const documents = folders.flatMap((folder) =>
    [...expectations(folder).keys()].map((file) => readFileSync(join(folder, file))),
  );
  const { default: RssParser } = await import('rss-parser');
  const feedsmith = await import('feedsmith');
  const parser = new RssParser();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const speeds = await megabytesPerSecond(
    documents,
    new Map<string, Parse>([
      ['parseFeed', (bytes) => parseFeed(bytes, null)],
      ['feedsmith', async (bytes) => feedsmith.parseFeed(text(bytes))],
      ['rss-parser', (bytes) => parser.parseString(text(bytes))],
    ]),
  );
  for (const [name, speed] of speeds) {
    console.log(`  ${name.padEnd(12)} ${speed.toFixed(1)} MB/s`);
  }
};

for (const folder of folders) {
  await runFolder(folder);
}
for (const { file, why } of failures) {
  console.log(`  ${file}: ${why}`);
}
if (flags.speed) {
  await runSpeed();
}
if (flags.json) {
  console.log(
    JSON.stringify({
      documents: total.documents,
      documents_with_items: total.withItems,
      items_expected: total.expected,
      items_as_expected: total.right,
      failures,
    }),
  );
}
