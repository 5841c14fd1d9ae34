import type { AddressedList } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../../features/articles/tags/queries.ts';
import { searchesQuery } from '../../lib/queries/common.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { preferencesQuery } from '../../lib/preferences/queries.ts';
import { feedsQuery } from '../../lib/queries/feeds.ts';

/** A list that can be read elsewhere as a feed, with its name. */
export type FeedList = { list: AddressedList; label: string };

/**
 * Returns the lists of the reader: Today and the usual ones, highlights if there are any, the list of all feeds, then each saved search,
 * tag, folder and feed.
 */
export const useFeedLists = (): FeedList[] => {
  const { t } = useI18n();
  const { kinds } = useTexts('account').feedAddresses;
  const highlights = useTexts('highlights');
  const { data: preferences } = useQuery(preferencesQuery);
  const { data: searches } = useQuery(searchesQuery);
  const { data: feeds } = useQuery(feedsQuery);
  const { data: tags } = useQuery(tagsQuery);
  const folders = new Set((feeds?.items ?? []).flatMap(({ folder }) => folder ?? []));
  return [
    { list: { kind: 'today' }, label: t.nav.today },
    ...(['all', 'unread', 'saved'] as const).map((kind) => ({
      list: { kind },
      label: t.list.filters[kind],
    })),
    ...(preferences?.has_highlights === true
      ? [{ list: { kind: 'highlights' as const }, label: highlights.label }]
      : []),
    { list: { kind: 'feeds' }, label: kinds.feeds },
    ...(searches?.items ?? []).map(({ search_id, name }) => ({
      list: { kind: 'search' as const, search_id },
      label: kinds.search(name),
    })),
    ...(tags?.items ?? []).map(({ name }) => ({
      list: { kind: 'tag' as const, tag: name },
      label: kinds.tag(name),
    })),
    ...Array.from(folders)
      .toSorted((a, b) => a.localeCompare(b))
      .map((folder) => ({ list: { kind: 'folder' as const, folder }, label: kinds.folder(folder) })),
    ...(feeds?.items ?? [])
      .toSorted((a, b) => a.title.localeCompare(b.title))
      .map(({ feed_id, title }) => ({ list: { kind: 'feed' as const, feed_id }, label: kinds.feed(title) })),
  ];
};
