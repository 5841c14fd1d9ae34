import { Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useCallback, useMemo } from 'react';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { FeedsOverview } from '../../features/feeds/table/feeds-overview.tsx';
import type { FeedsView } from '../../features/feeds/table/view.ts';
import { go, useSearch } from '../../lib/address/history.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { feedsPageTexts } from '../../lib/i18n/texts/feeds-page/table.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { parseFeedsView, serialiseFeedsView } from '../address/feeds-view.ts';
import { pathOf } from '../address/route.ts';
import { useOpenDialog } from '../dialogs.tsx';
import { useShowFeeds } from '../layout/layout.tsx';
import { goToPage, useReading } from '../use-reading.ts';

/** Returns the view in the address, and a function that changes it. Typing a text adds no step to the history. */
const useFeedsView = () => {
  const search = useSearch();
  const view = useMemo(() => parseFeedsView(search), [search]);
  const changeView = useCallback((changes: Partial<FeedsView>): void => {
    const next = { ...parseFeedsView(window.location.search), ...changes };
    const isSmall = Object.keys(changes).every((key) => key === 'find');
    go(`${pathOf({ page: 'feeds' })}${serialiseFeedsView(next)}`, isSmall ? 'replace' : 'push');
  }, []);
  return { view, changeView };
};

/** Shows all feeds, to look after them. */
export const FeedsPage = () => {
  const { t } = useI18n();
  const texts = useTexts(feedsPageTexts);
  const showFeeds = useShowFeeds();
  const openDialog = useOpenDialog();
  const now = useNow();
  const { view, changeView } = useFeedsView();
  const { addressOfPlace, goTo } = useReading();
  return (
    <PageFrame
      title={t.nav.manage}
      onMenu={showFeeds}
      width="table"
      actions={
        <Flex gap="2" flexShrink="0">
          <Button
            size="md"
            variant="ghost"
            hideBelow="sm"
            onClick={() => goToPage({ page: 'settings', section: 'feeds' })}
          >
            {texts.moveInOut}
          </Button>
          <Button size="md" variant="subtle" onClick={() => openDialog('add-feed')}>
            {t.nav.addFeed}
          </Button>
        </Flex>
      }
    >
      <FeedsOverview
        view={view}
        onChange={changeView}
        linkTo={(feedId) => ({
          href: addressOfPlace({ kind: 'feed', feedId }),
          go: () => goTo({ kind: 'feed', feedId }),
        })}
        onAddFeed={() => openDialog('add-feed')}
        now={now}
      />
    </PageFrame>
  );
};
