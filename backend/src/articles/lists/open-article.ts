import {
  partIds,
  type Article as WireArticle,
  type OpenedArticle,
  type Reason,
  type ReasonKind,
} from '../../contract/index.ts';
import { isItemError } from '../../lib/errors.ts';
import type { Entry } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import { contributionsOf, isName } from '../../model/score/score.ts';
import { mediaOf } from '../../pictures/article-media.ts';
import { comparedText } from '../../model/text/compared-text.ts';
import { nearestLiked } from '../../scoring/nearest-liked.ts';
import { findPassages } from '../../scoring/passages/find-passages.ts';
import type { EntryVectorContext } from '../../scoring/vectors.ts';
import { readShownText, type ShownText, type TextContext } from '../reading/shown-entry.ts';
import { otherArticles, type StoriesContext } from '../stories/known-stories.ts';
import {
  ageFactor,
  countingText,
  entryToRow,
  isOfLeftFeeds,
  named,
  rowStoryOf,
  storyArticleOf,
  type ReaderNames,
} from './row-to-wire.ts';

type ReasonsContext = EntryVectorContext & Pick<Context, 'learning'>;

export type OpenArticleContext = ReasonsContext & StoriesContext & TextContext & Pick<Context, 'entries'>;

type ReadText = () => Promise<ShownText>;

/** Returns a listed entry with all that the page shows of an open article. */
export const openArticle = async (
  ctx: OpenArticleContext,
  entry: Entry,
  names: ReaderNames,
): Promise<OpenedArticle> => {
  // The body and the passages of the reasons are of one text, which is read once.
  const shown = readShownText(ctx, entry);
  const [article, { story_id, others, earlier }, reasons, signal] = await Promise.all([
    toArticle(entry, names, shown),
    otherArticles(ctx, entry),
    reasonsOf(ctx, entry, names, () => shown),
    names.learns ? ctx.learning.getSignal(entry) : null,
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
  ctx: ReasonsContext,
  entry: Entry,
  names: ReaderNames,
  readText: ReadText,
): Promise<Reason[]> => {
  // An article without a score has no reasons yet. A similarity of 0 would claim that it was compared.
  if (entry.importance_score === null) return [];
  const reasons = toReasons(entry, names, await nearestLiked(ctx, entry));
  return withPassages(entry, reasons, readText);
};

/**
 * Returns every reason for the shown score of an entry: the largest contribution first, and the factors after what they
 * multiply, the age last. Keywords that add nothing by themselves are not stored; they are derived from the active keywords.
 */
export const toReasons = (entry: Entry, names: ReaderNames, alike: Reason['alike'] = null): Reason[] => {
  const { reasons } = entry;
  const contributions = contributionsOf(reasons);
  const weakTexts = reasons.filter(isName).flatMap(({ keyword_id }) => countingText(keyword_id, names) ?? []);
  const told = reasons.flatMap((reason, at): Reason[] =>
    isName(reason)
      ? []
      : [
          {
            ...reason,
            ...named(reason.keyword_id, names, weakTexts[0]),
            contribution: contributions[at] ?? 0,
            passage: null,
            alike: reason.keyword_id === partIds.liked ? alike : null,
            keyword_texts: reason.keyword_id === partIds.weak ? weakTexts : null,
          },
        ],
  );
  const known = new Set(told.map(({ keyword_id }) => keyword_id));
  const silent = [...names.keywords.values()]
    .filter(({ keyword_id, is_active, is_pending }) => is_active && !is_pending && !known.has(keyword_id))
    .map(({ keyword_id, text, weight, is_excluding }): Reason => ({
      keyword_id,
      keyword_text: text,
      kind: 'keyword',
      weight: is_excluding ? -weight : weight,
      similarity_score: 0,
      contribution: 0,
      passage: null,
      alike: null,
      keyword_texts: null,
    }));
  return [...told, ...silent, ...ageReason(entry, names)].toSorted(
    (a, b) => stepOf(a) - stepOf(b) || b.contribution - a.contribution,
  );
};

const ageReason = (entry: Entry, names: ReaderNames): Reason[] => {
  const factor = ageFactor(entry, names);
  const score = entry.importance_score ?? 0;
  if (factor === 1 || score === 0) return [];
  const contribution = (factor - 1) * score;
  return [
    {
      ...named(partIds.freshness, names),
      weight: factor,
      similarity_score: 1,
      contribution,
      passage: null,
      alike: null,
      keyword_texts: null,
    },
  ];
};

const factorKinds: readonly ReasonKind[] = ['source', 'rule', 'freshness'];

/** Returns the place of a factor among the factors, from 0; -1 for what they multiply. */
const stepOf = ({ kind }: Reason): number => factorKinds.indexOf(kind);

/**
 * Adds to each keyword that counts in a score the passage of the article that made it similar. The text is the one that the
 * reader sees, without what its feed repeats in most articles. A text that cannot be read, or is gone, leaves the title.
 */
const withPassages = async (entry: Entry, reasons: Reason[], readText: ReadText): Promise<Reason[]> => {
  const told = reasons.filter(({ kind, contribution }) => kind === 'keyword' && contribution !== 0);
  if (told.length === 0) return reasons;
  const article = { title: entry.title, text: await textOf(entry, readText) };
  const passages = findPassages(
    article,
    told.map(({ keyword_text }) => keyword_text),
  );
  const byId = new Map(told.map(({ keyword_id }, at) => [keyword_id, passages[at] ?? null]));
  return reasons.map((reason) => ({ ...reason, passage: byId.get(reason.keyword_id) ?? null }));
};

const textOf = async (entry: Entry, readText: ReadText): Promise<string> => {
  const { body, article } = await readText();
  if (body === null) return entry.excerpt;
  try {
    return comparedText({ ...body, boilerplate: article?.boilerplate ?? [] });
  } catch (error) {
    if (!isItemError(error)) throw error;
    return body.summary;
  }
};

/** Returns an entry with its text as the API shows it. */
export const toArticle = async (
  entry: Entry,
  names: ReaderNames,
  shown: Promise<ShownText>,
): Promise<WireArticle> => {
  const { body, copy, full_text } = await shown;
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
