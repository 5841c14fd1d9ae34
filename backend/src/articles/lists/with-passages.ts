import type { Reason } from '../../contract/index.ts';
import { isItemError } from '../../lib/item-error.ts';
import type { Entry } from '../../model/article/entry.ts';
import { comparedText } from '../../scoring/compared-text.ts';
import type { FindPassages } from '../../scoring/passages/find-passages.ts';
import type { ReadShownText } from '../reading/shown-text.ts';

export type PassageDeps = { readShownText: ReadShownText; findPassages: FindPassages };

/**
 * Adds to each keyword that counts in a score the passage of the article that made it similar. The text is the one that the
 * reader sees, without what its feed repeats in most articles. A text that cannot be read, or is gone, leaves the title.
 */
export const withPassages = async (
  entry: Entry,
  reasons: Reason[],
  { readShownText, findPassages }: PassageDeps,
): Promise<Reason[]> => {
  const told = reasons.filter(({ kind, contribution }) => kind === 'keyword' && contribution !== 0);
  if (told.length === 0) return reasons;
  const article = { title: entry.title, text: await textOf(entry, readShownText) };
  const passages = findPassages(
    article,
    told.map(({ keyword_text }) => keyword_text),
  );
  const byId = new Map(told.map(({ keyword_id }, at) => [keyword_id, passages[at] ?? null]));
  return reasons.map((reason) => ({ ...reason, passage: byId.get(reason.keyword_id) ?? null }));
};

const textOf = async (entry: Entry, readShownText: ReadShownText): Promise<string> => {
  const { body, article } = await readShownText(entry);
  if (body === null) return entry.excerpt;
  try {
    return comparedText({ ...body, boilerplate: article?.boilerplate ?? [] });
  } catch (error) {
    if (!isItemError(error)) throw error;
    return body.summary;
  }
};
