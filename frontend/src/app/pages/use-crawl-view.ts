import type { CrawlPageState } from '@omomi/backend/contract';
import { useCallback, useMemo } from 'react';
import type { LinkTo } from '../../components/inner-link.tsx';
import { type CrawlView, plainView } from '../../features/crawls/view.ts';
import { parseCrawlView, serialiseCrawlView } from '../address/crawl-view.ts';
import { type CrawlSection, pathOf } from '../address/route.ts';
import { go, useSearch } from '../../lib/address/history.ts';

/** Parts of the view that a reader changes in small steps, which replace the entry of the browser's history instead of adding one. */
const small: readonly (keyof CrawlView)[] = ['find', 'columns'];

const isSmall = (changes: Partial<CrawlView>): boolean =>
  Object.keys(changes).every((key) => small.some((each) => each === key));

/** Returns what the address says of a crawl's view, and functions that change it. */
export const useCrawlView = (crawlId: string, section: CrawlSection) => {
  const search = useSearch();
  const view = useMemo(() => parseCrawlView(search), [search]);
  const addressOf = useCallback(
    (next: CrawlView, of: CrawlSection = section): string =>
      `${pathOf({ page: 'crawl', crawl_id: crawlId, section: of })}${serialiseCrawlView(next)}`,
    [crawlId, section],
  );
  const changeView = useCallback(
    (changes: Partial<CrawlView>): void =>
      go(
        addressOf({ ...parseCrawlView(window.location.search), ...changes }),
        isSmall(changes) ? 'replace' : 'push',
      ),
    [addressOf],
  );
  const linkTo = useCallback(
    (pageId: string): LinkTo => ({
      href: addressOf({ ...view, page_id: pageId }),
      go: () => changeView({ page_id: pageId }),
    }),
    [addressOf, changeView, view],
  );
  const { columns } = view;
  return {
    view,
    changeView,
    linkTo,
    /** Lists the pages in a state; null for all. */
    showState: (state: CrawlPageState | null): void =>
      go(addressOf({ ...(section === 'pages' ? view : { ...plainView, columns }), state }, 'pages')),
    /** Lists the pages with a text. */
    showHash: (contentHash: string): void =>
      go(addressOf({ ...plainView, columns, content_hash: contentHash }, 'pages')),
  };
};
