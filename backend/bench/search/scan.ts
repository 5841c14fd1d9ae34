import { createHash } from 'node:crypto';
import { parseQuery } from '../../src/search/query/parse-query.ts';
import { QueryError, type Query } from '../../src/search/query/query.ts';
import { search } from '../../src/search/match/search.ts';
import { decodePart, encodePart, partBytes, type Part } from '../../src/search/segment/part.ts';
import { snippetOf } from '../../src/search/results/snippets.ts';
import type { Corpus } from './corpus.ts';
import { meaningOf } from './meaning-of.ts';
import { TYPED, typedLetters } from './queries.ts';

const PART = 1000;
const ROUNDS = 3;
const NOW = new Date('2026-11-22T00:00:00.000Z');

/** Milliseconds of the processor, all threads together: other processes of the machine do not count. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const timed = async <T>(run: () => T | Promise<T>): Promise<{ value: T; ms: number; cpu: number }> => {
  const [start, cpu] = [performance.now(), processorMs()];
  const value = await run();
  return { value, ms: performance.now() - start, cpu: processorMs() - cpu };
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const parsed = (text: string): Query | null => {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
};

/** Measures the pure part of search: parts made and read, each query typed letter by letter, and the snippets of a page. */
export const benchScan = async ({ texts, rows, feeds }: Corpus): Promise<Record<string, number>> => {
  // Of any bits: how long they take does not depend on them.
  const sketches = new Map(
    texts.map(({ article_id: id }): [string, Uint8Array] => [
      id,
      createHash('sha256').update(id).digest().subarray(0, 13),
    ]),
  );
  const made = await timed(async () => {
    const all: Uint8Array[] = [];
    for (let at = 0; at < texts.length; at += PART)
      all.push(await encodePart(texts.slice(at, at + PART), sketches));
    return all;
  });
  const read = await timed(async () => {
    const all: Part[] = [];
    for (const bytes of made.value) all.push(decodePart(bytes));
    return all;
  });
  const parts = read.value;
  const queries = TYPED.flatMap(typedLetters).flatMap((text) => parsed(text) ?? []);
  const input = {
    rows,
    parts,
    feeds,
    likes: new Map(),
    order: 'relevance',
    now: NOW,
    timeZone: 'UTC',
    mayRelax: true,
  } as const;
  const scans: { ms: number; cpu: number }[] = [];
  const pages: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const query of queries) {
      const scan = await timed(async () => search({ ...input, query, meaning: await meaningOf(query) }));
      const page = await timed(() =>
        scan.value.hits.slice(0, 20).map(({ article_id: id }) => {
          const at = Number(BigInt(id) - 10n ** 18n);
          return snippetOf(query, rows[at]!, { part: parts[Math.floor(at / PART)]!, at: at % PART });
        }),
      );
      if (round > 0) scans.push(scan);
      if (round > 0) pages.push(page.cpu);
    }
  const characters = texts.reduce((sum, { title, body }) => sum + title.length + body.length, 0);
  return {
    articles: texts.length,
    characters,
    queries: queries.length,
    scan_p50_ms: quantile(
      scans.map(({ ms }) => ms),
      0.5,
    ),
    scan_p95_ms: quantile(
      scans.map(({ ms }) => ms),
      0.95,
    ),
    scan_p50_cpu_ms: quantile(
      scans.map(({ cpu }) => cpu),
      0.5,
    ),
    scan_p95_cpu_ms: quantile(
      scans.map(({ cpu }) => cpu),
      0.95,
    ),
    snippets_p50_cpu_ms: quantile(pages, 0.5),
    snippets_p95_cpu_ms: quantile(pages, 0.95),
    encode_cpu_ms: made.cpu,
    decode_ms: read.ms,
    decode_cpu_ms: read.cpu,
    segment_bytes: made.value.reduce((sum, bytes) => sum + bytes.length, 0),
    memory_bytes: parts.reduce((sum, part) => sum + partBytes(part), 0),
  };
};
