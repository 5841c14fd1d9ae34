import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

export type Labelled = { class: string; title: string; text: string };

/** Labelled articles, and what readers interested in a class would type. */
export type RelevanceSet = { name: string; articles: Labelled[]; pools: Record<string, string[]> };

const line = z.object({ class: z.string(), title: z.string(), text: z.string().default('') });
const pool = z.record(z.string(), z.array(z.string()).min(1));

/** The files of the sets by their names; `livedoor-en` asks in English for the Japanese articles. */
const FILES = {
  news: 'news.jsonl',
  stackoverflow: 'stackoverflow.jsonl',
  livedoor: 'livedoor.jsonl.gz',
  'livedoor-en': 'livedoor.jsonl.gz',
};

/** Reads the sets of a folder in the form of ../shared/relevance. @throws if a file is missing or a class has no article. */
export const loadSets = (folder: string): RelevanceSet[] => {
  const read = (name: string): string => {
    const bytes = readFileSync(path.join(folder, name));
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  };
  const pools = existsSync(path.join(folder, 'pools.json'))
    ? z.record(z.string(), pool).parse(JSON.parse(read('pools.json')))
    : {};
  pools['news'] = pool.parse(JSON.parse(read('keywords.json')));
  return Object.entries(FILES).flatMap(([name, file]): RelevanceSet[] => {
    const classes = pools[name];
    if (classes === undefined || !existsSync(path.join(folder, file))) return [];
    const articles = read(file)
      .split('\n')
      .filter((text) => text.trim() !== '')
      .map((text) => line.parse(JSON.parse(text)));
    for (const wanted of Object.keys(classes))
      if (!articles.some((article) => article.class === wanted))
        throw new Error(`${path.join(folder, file)} has no article of class ${wanted}`);
    return [{ name, articles, pools: classes }];
  });
};

export const keywordsOf = ({ pools }: RelevanceSet): string[] => [...new Set(Object.values(pools).flat())];
