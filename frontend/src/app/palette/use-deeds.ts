import { countOn, sides, useMarkSide } from '../../features/articles/marks/use-mark-side.ts';
import { useMarkRead } from '../../features/articles/marks/mark-all-button.tsx';
import { useFetchFeeds } from '../../features/jobs/refresh-button.tsx';
import { useShownList } from '../../lib/lists/shown-list.ts';
import { useChangePreferences } from '../../lib/preferences/queries.ts';
import { goToSearch } from '../address/use-search-view.ts';
import { useOpenDialog } from '../dialogs.tsx';
import { goToPage, useReading } from '../use-reading.ts';
import type { Deeds } from './items.ts';

/** Returns what the palette does. Each closes the palette first, by `onClose`. */
export const useDeeds = (onClose: () => void): Deeds => {
  const { goTo, view, shown } = useReading();
  const openDialog = useOpenDialog();
  const { mutate: fetchFeeds } = useFetchFeeds();
  const { mutate: markRead } = useMarkRead();
  const { mutate: change } = useChangePreferences();
  const { rows, hasMore, currentId } = useShownList();
  const markSide = useMarkSide();
  const closing =
    <Given extends unknown[]>(run: (...given: Given) => void) =>
    (...given: Given): void => {
      onClose();
      run(...given);
    };
  return {
    go: closing(goTo),
    show: closing((page) => goToPage(page)),
    search: closing(goToSearch),
    open: closing(openDialog),
    fetchFeeds: closing(() => fetchFeeds()),
    markAll: closing(() => {
      const count = shown.reduce((sum, { unread_count }) => sum + unread_count, 0);
      markRead({ feed_id: view.feed_id, folder: view.folder, age: 'any', count });
    }),
    marksOfSides: sides.flatMap((side) => {
      const count = countOn({ rows, hasMore }, currentId, side);
      return count === 0 ? [] : { side, count, mark: closing(() => markSide(currentId, side)) };
    }),
    change: closing((choice) => change(choice)),
  };
};
