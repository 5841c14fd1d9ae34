import { Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useCallback, useMemo } from 'react';
import { type FeedsView, type TableSort, columnIds, feedStates } from '../../features/feeds/table/view.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { BackIcon } from '../../components/later-icons.tsx';
import { YourReading } from '../../features/feeds/reading/your-reading.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { FeedsOverview } from '../../features/feeds/table/feeds-overview.tsx';
import { go, useSearch } from '../../lib/address/history.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useNow } from '../../lib/clock.ts';
import { pathOf } from '../address/route.ts';
import { useOpenDialog } from '../dialogs.tsx';
import { useShowFeeds } from '../layout/layout.tsx';
import { goToPage, useReading } from '../use-reading.ts';

/** Parses an order such as `pace`, or `-pace` for the largest first. */
const sortOf = (word: string | null): TableSort | null => {
  const isDescending = word?.startsWith('-') === true;
  const column = columnIds.find((id) => id === (isDescending ? word.slice(1) : word));
  return column === undefined ? null : { column, is_descending: isDescending };
};

/** The longest text that is searched for. */
const longestFind = 200;

/** Parses the query of the address of the feeds. Unknown values are ignored. Never throws. */
export const parseFeedsView = (search: string): FeedsView => {
  const query = new URLSearchParams(search);
  return {
    find: (query.get('find') ?? '').slice(0, longestFind),
    state: feedStates.find((state) => state === query.get('state')) ?? null,
    // `sort` is that of the articles.
    sort: sortOf(query.get('by')),
  };
};

/** Returns the query of a view, empty for the plain one. `parseFeedsView` turns it back into the same view. */
export const serialiseFeedsView = ({ find, state, sort }: FeedsView): string => {
  const query = new URLSearchParams();
  if (state !== null) query.set('state', state);
  if (find !== '') query.set('find', find);
  if (sort !== null) query.set('by', `${sort.is_descending ? '-' : ''}${sort.column}`);
  return query.size === 0 ? '' : `?${query}`;
};

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

const readingPath = `${pathOf({ page: 'feeds' })}?show=reading`;

const goToReading = (): void => go(readingPath, 'push');

/** Shows what was opened of each feed. It is a part of the page of the feeds, with an address of its own. */
const ReadingPart = () => {
  const { t } = useI18n();
  const texts = useTexts('yourReading');
  const showFeeds = useShowFeeds();
  const now = useNow();
  const { addressOfPlace, goTo } = useReading();
  return (
    <PageFrame
      title={texts.title}
      onMenu={showFeeds}
      back={
        <IconButton label={t.nav.manage} icon={<BackIcon />} onClick={() => goToPage({ page: 'feeds' })} />
      }
    >
      <YourReading
        linkOf={(feedId) => ({
          href: addressOfPlace({ kind: 'feed', feedId }),
          go: () => goTo({ kind: 'feed', feedId }),
        })}
        now={now}
      />
    </PageFrame>
  );
};

/** Shows all feeds, to look after them. */
export const FeedsPage = () =>
  new URLSearchParams(useSearch()).get('show') === 'reading' ? <ReadingPart /> : <AllFeeds />;

const goToImport = (): void => goToPage({ page: 'settings', section: 'feeds' });

const AllFeeds = () => {
  const { t } = useI18n();
  const texts = useTexts('feedsPage');
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
          <Button size="md" variant="ghost" hideBelow="sm" onClick={goToImport}>
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
        onImport={goToImport}
        reading={{ href: readingPath, go: goToReading }}
        now={now}
      />
    </PageFrame>
  );
};
