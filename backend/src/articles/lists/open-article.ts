import type { Article as WireArticle, OpenedArticle, Reason } from '../../contract/index.ts';
import { mediaOf } from '../../pictures/article-media.ts';
import type { Entry } from '../../model/article/entry.ts';
import type { LearningStore } from '../../model/learning/learning-store.ts';
import type { NearestLiked } from '../../scoring/nearest-liked.ts';
import type { FindPassages } from '../../scoring/passages/find-passages.ts';
import type { ReadShownText } from '../reading/shown-text.ts';
import type { OtherArticles } from '../stories/other-articles.ts';
import { type ReaderNames, isOfLeftFeeds } from './reader-names.ts';
import { rowStoryOf, storyArticleOf } from './row-story.ts';
import { entryToRow, toReasons } from './row-to-wire.ts';
import { withPassages } from './with-passages.ts';

export type OpenArticleDeps = {
  otherArticles: OtherArticles;
  readShownText: ReadShownText;
  findPassages: FindPassages;
  nearestLiked: NearestLiked;
  learning: Pick<LearningStore, 'getSignal'>;
};

/** Returns a listed entry with all that the page shows of an open article. */
export const openArticle = async (
  deps: OpenArticleDeps,
  entry: Entry,
  names: ReaderNames,
): Promise<OpenedArticle> => {
  // The body and the passages of the reasons are of one text, which is read once.
  const shown = deps.readShownText(entry);
  const readShownText = () => shown;
  const [article, { story_id, others, earlier }, reasons, signal] = await Promise.all([
    toArticle(entry, names, readShownText),
    deps.otherArticles(entry),
    reasonsOf({ ...deps, readShownText }, entry, names),
    names.learns ? deps.learning.getSignal(entry) : null,
  ]);
  const listed = others.filter((other) => !isOfLeftFeeds(names)(other));
  return {
    ...article,
    story: rowStoryOf(story_id, { row: entry, others: listed, names }),
    earlier: earlierOf(earlier, names),
    reasons,
    opinion: signal?.opinion ?? null,
  };
};

const earlierOf = (entries: Entry[], names: ReaderNames): OpenedArticle['earlier'] => {
  const [newest] = entries
    .filter((entry) => !isOfLeftFeeds(names)(entry))
    .toSorted((a, b) => b.published_at.localeCompare(a.published_at));
  return newest === undefined
    ? null
    : { ...storyArticleOf(newest, names), published_at: newest.published_at };
};

/** The characters of the texts of one answer, which Lambda cannot give above 6 MB. The first article comes whatever its size. */
const MOST_CHARACTERS = 1_500_000;

/** Returns the first articles whose texts fit into an answer, at least one. */
export const withinSize = <A extends Pick<OpenedArticle, 'content' | 'summary'>>(opened: A[]): A[] => {
  let characters = 0;
  return opened.filter(({ content, summary }, at) => {
    characters += content.length + summary.length;
    return at === 0 || characters <= MOST_CHARACTERS;
  });
};

/** Returns why a listed entry ranks where it does. */
export const reasonsOf = async (
  deps: Pick<OpenArticleDeps, 'readShownText' | 'findPassages' | 'nearestLiked'>,
  entry: Entry,
  names: ReaderNames,
): Promise<Reason[]> => {
  // An article without a score has no reasons yet. A similarity of 0 would claim that it was compared.
  if (entry.importance_score === null) return [];
  const reasons = toReasons(entry, names, await deps.nearestLiked(entry));
  return withPassages(entry, reasons, deps);
};

/** Returns an entry with its text as the API shows it. */
export const toArticle = async (
  entry: Entry,
  names: ReaderNames,
  readShownText: ReadShownText,
): Promise<WireArticle> => {
  const { body, copy, full_text } = await readShownText(entry);
  const former = copy === null ? names.former : new Map([[entry.feed_ids[0], copy.feed_title]]);
  return {
    ...entryToRow(entry, { ...names, former }),
    content: body?.content ?? '',
    summary: body?.summary ?? entry.excerpt,
    author: body?.author ?? null,
    enclosures: body?.enclosures ?? [],
    ...mediaOf({ ...entry, ...body }, names.signImage),
    full_text,
    categories: body?.categories ?? [],
  };
};
