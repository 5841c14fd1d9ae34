import { useQuery } from '@tanstack/react-query';
import { healthQuery } from '../../../lib/queries/common.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

/** Shows the number of bookmarks, “-” if not known, and nothing if the server does not count bookmarks. */
export const BookmarkCount = ({ count }: { count: number | null }) => {
  const { t } = useI18n();
  // An article without a count does not ask the server whether it counts.
  const { data: health } = useQuery({ ...healthQuery, enabled: count !== null });
  if (count === null && health?.has_bookmark_counts !== true) return null;
  const told = t.list.bookmarks(count);
  return (
    <>
      <span aria-hidden="true">·</span>
      <span data-testid="bookmark-count" title={told}>
        <span aria-hidden="true">{count === null ? '-' : `B! ${t.numbers.whole(count)}`}</span>
        <span className="visually-hidden">{told}</span>
      </span>
    </>
  );
};
