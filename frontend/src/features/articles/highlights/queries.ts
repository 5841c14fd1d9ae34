import type { Highlight } from '@omomi/backend/contract';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { sendLater, takeBack } from '../../../lib/offline/outbox.ts';
import { preferencesQuery } from '../../../lib/preferences/queries.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { applyChange } from '../marks/mutations.ts';
import { sendHighlight } from './send-highlight.ts';

/** The highlights of one article, in the order of its text. */
export type Marked = Pick<Highlight, 'article_id' | 'title' | 'link' | 'feed_title'> & {
  highlights: Highlight[];
};

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

const latest = ({ highlights }: Marked): string =>
  highlights.map(({ made_at }) => made_at).reduce((a, b) => (a > b ? a : b), '');

/** Returns the highlights that have every word in their text, their note, or the name of their article, by article; the last marked article first. */
export const grouped = (all: readonly Highlight[], query: string): Marked[] => {
  const words = folded(query).split(/\s+/u).filter(Boolean);
  const articles = new Map<string, Marked>();
  for (const each of all) {
    const { article_id, title, link, feed_title, quote, note } = each;
    const text = folded([quote, note, title, feed_title].join('\n'));
    if (!words.every((word) => text.includes(word))) continue;
    const known = articles.get(article_id) ?? { article_id, title, link, feed_title, highlights: [] };
    known.highlights.push(each);
    articles.set(article_id, known);
  }
  for (const { highlights } of articles.values()) highlights.sort((a, b) => a.start - b.start);
  return [...articles.values()].toSorted((a, b) => (latest(a) < latest(b) ? 1 : -1));
};

/** All highlights of the reader, article by article. */
export const highlightsQuery = queryOptions({
  queryKey: keys.highlights,
  queryFn: async ({ signal }) => {
    const all: Highlight[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof call<'listHighlights'>>> = await call('listHighlights', {
        query: { cursor },
        signal,
      });
      all.push(...page.items);
      cursor = page.next_cursor;
    }
    return all;
  },
  staleTime: 300_000,
});

const isOf = (one: Highlight) => (other: Highlight) =>
  one.highlight_id === other.highlight_id && one.article_id === other.article_id;

/** Shows a highlight as it is from now on; `is` is null for one that is removed. */
const show = (client: QueryClient, highlight: Highlight, is: Highlight | null): void => {
  client.setQueryData(highlightsQuery.queryKey, (known = []) => {
    const isThere = known.some(isOf(highlight));
    if (is === null) return known.filter((each) => !isOf(highlight)(each));
    return isThere ? known.map((each) => (isOf(is)(each) ? is : each)) : [...known, is];
  });
  client.setQueryData(preferencesQuery.queryKey, (known) =>
    known === undefined || is === null ? known : { ...known, has_highlights: true },
  );
};

/** Returns a name for a new highlight, which no other has. */
export const newHighlightId = (): string =>
  `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 12)}`;

type Change = {
  highlight: Highlight;
  /** What it was before; null if it is new. */
  before: Highlight | null;
  /** Null to remove it. */
  is: Highlight | null;
};

/** Sends a change. Without a connection it waits in the outbox. */
const send = async ({ highlight: { article_id, highlight_id }, is }: Change): Promise<void> => {
  const change = { kind: 'highlight', article_id, highlight_id, is } as const;
  try {
    await sendHighlight(change, is);
    takeBack(change);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    sendLater(change);
  }
};

/** Makes, changes and removes highlights. What is shown changes at once, and making and removing can be taken back. */
export const useHighlighting = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const texts = useTexts('highlights');
  const { mutate } = useMutation({
    mutationKey: keys.highlights,
    scope: { id: 'highlights' },
    mutationFn: send,
    onMutate: ({ highlight, before, is }: Change) => {
      show(client, highlight, is);
      if (before === null) applyChange(client, highlight.article_id, { is_saved: true });
    },
    onError: (error, { highlight, before }) => {
      show(client, highlight, before);
      notify.error(error);
    },
  });
  const offer = (text: string, change: Change): void =>
    notify.offer(text, { label: t.marks.undo, run: () => mutate(change) });
  return {
    /** Makes a highlight. `isQuiet` is for one whose window opens, which can remove it. */
    make: (highlight: Highlight, isQuiet: boolean): void => {
      mutate({ highlight, before: null, is: highlight });
      if (isQuiet) return;
      offer(texts.made, { highlight, before: highlight, is: null });
    },
    change: (before: Highlight, is: Highlight): void => mutate({ highlight: before, before, is }),
    remove: (highlight: Highlight): void => {
      mutate({ highlight, before: highlight, is: null });
      offer(texts.removed, { highlight, before: null, is: highlight });
    },
  };
};
