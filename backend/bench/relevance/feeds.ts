import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutAddresses, boilerplateOf, withoutBoilerplate } from '../../src/model/text/compared-text.ts';
import { plainText } from '../../src/parser/fields/text.ts';
import { parseFeed } from '../../src/parser/parse-feed.ts';
import type { Labelled } from './sets.ts';

/** Reads the articles of a folder of feed documents; each has the document's name as its class. */
export const articlesOfFeeds = async (folder: string): Promise<Labelled[]> => {
  const articles: Labelled[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    if (name === 'expected.json') continue;
    const feed = await parseFeed(readFileSync(path.join(folder, name)), null).catch(() => null);
    const items = (feed?.items ?? []).map(({ title, content, summary }) => {
      return { title, text: plainText(content) || plainText(summary ?? '') };
    });
    const find = boilerplateOf(items.slice(0, 60).map(({ text }) => text));
    for (const { title, text } of items)
      articles.push({ class: name, title, text: withoutAddresses(withoutBoilerplate(text, find(text))) });
  }
  return articles;
};
