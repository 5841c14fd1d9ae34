import type { Feed } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { treeOf, type FeedTree } from '../folders.ts';
import { foldersQuery } from './queries.ts';

/** Returns the tree of feeds. It is empty until the order of the folders is known, so that they do not jump. */
export const useTree = (feeds: readonly Feed[] | undefined): FeedTree => {
  const { language } = useI18n();
  const { data: folders, isPending } = useQuery(foldersQuery);
  return useMemo(() => {
    const positions = new Map(folders?.items.map(({ name, position }) => [name, position]));
    return treeOf(isPending ? [] : (feeds ?? []), language, positions);
  }, [feeds, folders, isPending, language]);
};
