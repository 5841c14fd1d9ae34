import type { Feed } from '@omomi/backend/contract';
import { Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { FindInput } from '../../../components/controls/inputs.tsx';
import { type LinkTo, InnerLink } from '../../../components/inner-link.tsx';
import { EmptyState } from '../../../components/page/states.tsx';
import { Loaded } from '../../../components/page/section.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { narrowScreen, useMedia } from '../../../lib/screen.ts';
import { FeedWindows, useFeedWindows } from '../windows.tsx';
import { useTree } from '../folders.ts';
import { type FeedRow, type FeedsView, isInState, isInTrouble, shownIn, plainView } from './view.ts';
import { DeedProgress, DeedReport, SampleNote } from '../many/notes.tsx';
import { FeedCards } from './feed-cards.tsx';
import { FeedsTable } from './feeds-table.tsx';
import { figuresBy, figuresQuery } from './figures.ts';
import { allToggled, nothing, toggled, SelectionBar } from '../many/selection-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { useDeeds } from '../many/use-deeds.ts';
import { useMarkFeedsRead } from '../mutations.ts';
import { useFeedsTable } from './use-table.ts';

type Props = {
  view: FeedsView;
  onChange: (changes: Partial<FeedsView>) => void;
  linkTo: (feedId: string) => LinkTo;
  onAddFeed: () => void;
  onImport: () => void;
  /** Leads to what the reader opened of each feed. */
  reading: LinkTo;
  now: Date;
};

/** Returns the rows that a view shows, by title. */
const useFeedRows = (feeds: readonly Feed[], { find, state }: FeedsView, now: Date): FeedRow[] => {
  const { language } = useI18n();
  // The table is of use without them, so it neither waits for them nor fails.
  const { data: figures } = useQuery(figuresQuery);
  return useMemo(() => {
    const figuresOf = figuresBy(figures);
    const order = new Intl.Collator(language, { numeric: true });
    return feeds
      .filter(shownIn({ find, state }, now))
      .toSorted((a, b) => order.compare(a.title, b.title))
      .map((feed) => ({ feed, ...figuresOf(feed.feed_id) }));
  }, [feeds, find, state, now, language, figures]);
};

/** Says how many feeds are shown, or offers what can be done with the selected ones. */
const Status = ({ shown, all }: { shown: number; all: readonly Feed[] }) => {
  const texts = useTexts('feedsPage');
  const isPartial = useQuery(figuresQuery).data?.is_complete === false;
  const troubled = all.filter(isInTrouble).length;
  const parts = [
    texts.count(shown, all.length),
    ...(troubled === 0 ? [] : [texts.inTrouble(troubled)]),
    ...(isPartial ? [texts.partial] : []),
  ];
  return (
    <Flex as="output" alignItems="center" minH="10" color="fg.muted" textStyle="sm">
      {parts.join(' · ')}
    </Flex>
  );
};

/** Holds which feeds are selected. Only those that are shown count, so that nothing happens to a feed out of sight. */
const useSelection = (rows: readonly FeedRow[], order: readonly string[]) => {
  const [selection, setSelection] = useState(nothing);
  const { ids } = selection;
  return {
    ids,
    chosen: rows.flatMap(({ feed }) => (ids.has(feed.feed_id) ? [feed] : [])),
    select: (id: string, isRange: boolean): void =>
      setSelection((before) => toggled(before, order, id, isRange)),
    selectAll: (): void => setSelection((before) => allToggled(before, order)),
    clear: (): void => setSelection(nothing),
  };
};

type WorkProps = {
  all: readonly Feed[];
  chosen: Feed[];
  folders: string[];
  onClear: () => void;
  /** Stands before the rest of the line. */
  find: ReactNode;
  children: ReactNode;
};

/**
 * Shows a line that begins with `find`. It goes on with what can be done with the selected feeds, or with how far that is; if
 * nothing is selected, with the children. What failed stands above it.
 */
const Work = ({ all, chosen, folders, onClear, find, children }: WorkProps) => {
  const { run, progress, report, stop, dismiss } = useDeeds();
  const markRead = useMarkFeedsRead();
  const bar = () => {
    if (progress !== null) return <DeedProgress progress={progress} onStop={stop} />;
    if (chosen.length === 0) return children;
    return (
      <SelectionBar
        feeds={chosen}
        folders={folders}
        isBusy={markRead.isPending}
        onDeed={(deed) => run(deed, chosen)}
        onMarkRead={() => markRead.mutate(chosen)}
        onClear={onClear}
      />
    );
  };
  return (
    <>
      {report === null ? null : (
        <DeedReport
          report={report}
          onAgain={() => run(report.deed, [...report.failed.map(({ feed }) => feed), ...report.left])}
          onDismiss={dismiss}
        />
      )}
      <SampleNote feeds={all} isBusy={progress !== null} onLeave={(feeds) => run({ kind: 'leave' }, feeds)} />
      {/* As high on a phone when feeds are selected: the list below does not move under the finger. */}
      <Flex
        columnGap="3"
        rowGap="2"
        wrap="wrap"
        alignItems="center"
        alignContent="start"
        minH={{ base: '8.6rem', md: '0' }}
        mb="2"
      >
        {find}
        {bar()}
      </Flex>
    </>
  );
};

const Overview = ({
  feeds,
  view,
  onChange,
  linkTo,
  reading,
  now,
}: Omit<Props, 'onAddFeed' | 'onImport'> & { feeds: Feed[] }) => {
  const texts = useTexts('feedsPage');
  const { title } = useTexts('yourReading');
  const isNarrow = useMedia(narrowScreen);
  const rows = useFeedRows(feeds, view, now);
  const table = useFeedsTable({ rows, sort: view.sort, onSort: (sort) => onChange({ sort }) });
  const tree = useTree(feeds);
  const windows = useFeedWindows('row', feeds);
  const order = table.getRowModel().rows.map(({ id }) => id);
  const { ids, chosen, select, selectAll, clear } = useSelection(rows, order);
  const List = isNarrow ? FeedCards : FeedsTable;
  return (
    <>
      <Work
        all={feeds}
        chosen={chosen}
        folders={tree.folders.map(({ name }) => name)}
        onClear={clear}
        find={<FindInput label={texts.find} value={view.find} onChange={(find) => onChange({ find })} />}
      >
        <Toolbar
          view={view}
          onChange={onChange}
          countOf={(state) => feeds.filter((feed) => isInState(feed, state, now)).length}
          isNarrow={isNarrow}
        />
        <Status shown={rows.length} all={feeds} />
        <InnerLink to={reading} ms="auto" py="2.5" textStyle="sm" color="shu.fg">
          {title}
        </InnerLink>
      </Work>
      {rows.length === 0 ? (
        <EmptyState title={texts.none.title} text={texts.none.text}>
          <Button variant="subtle" onClick={() => onChange({ ...plainView, sort: view.sort })}>
            {texts.none.action}
          </Button>
        </EmptyState>
      ) : (
        <List
          table={table}
          selected={ids}
          onSelect={select}
          onSelectAll={selectAll}
          linkTo={linkTo}
          menuId={windows.menu?.item.feed_id ?? null}
          onMenu={windows.toggleMenu}
          now={now}
        />
      )}
      <FeedWindows state={windows} feeds={feeds} tree={tree} onGone={() => undefined} />
    </>
  );
};

/** Shows all feeds with their health and figures, to find, sort, and tidy up many at once. */
export const FeedsOverview = ({ onAddFeed, onImport, ...props }: Props) => {
  const { t } = useI18n();
  const texts = useTexts('feedsPage');
  return (
    <Loaded query={useQuery(feedsQuery)} failed={texts.loadFailed}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState {...texts.empty}>
            <Flex gap="2" wrap="wrap" justifyContent="center">
              <Button onClick={onAddFeed}>{t.nav.addFeed}</Button>
              <Button variant="subtle" onClick={onImport}>
                {texts.moveInOut}
              </Button>
            </Flex>
          </EmptyState>
        ) : (
          <Overview {...props} feeds={items} />
        )
      }
    </Loaded>
  );
};
