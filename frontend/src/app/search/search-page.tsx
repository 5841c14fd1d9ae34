import type { SearchOrder } from '@omomi/backend/contract';
import { Flex, Box } from '@chakra-ui/react';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { Choice } from '../../components/controls/choice.tsx';
import { MarkFoundButton } from '../../features/search/mark-found.tsx';
import type { useFound } from '../../features/search/queries.ts';
import { SaveButton, ChangedSearch } from '../../features/search/save-search.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MenuIcon } from '../../components/icons.tsx';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { StickyHeader } from '../../components/page/sticky-header.tsx';
import { focusSearch } from '../../features/search/focus-search.ts';
import { SearchField } from '../../features/search/search-field.tsx';
import { SearchStart } from '../../features/search/start.tsx';
import { narrowScreen, useMedia } from '../../lib/screen.ts';
import { showArticle } from '../../lib/address/history.ts';
import { searchAddress } from '../address/use-search-view.ts';
import { useShowFeeds } from '../layout/layout.tsx';
import { useListColumn } from '../reading/list-column.ts';
import { leaveSearch } from './use-search-key.ts';
import { SearchResults } from './search-results.tsx';
import { useSearchPage } from './use-search-page.ts';

const orders = ['relevance', 'time', 'importance'] as const;

type Props = {
  q: string;
  order: SearchOrder;
  onOrder: (order: SearchOrder) => void;
  found: ReturnType<typeof useFound>;
};

/** Shows the order of what was found, and what can be done with all of it. */
const SearchTools = ({ q, order, onOrder, found }: Props) => {
  const { t } = useI18n();
  const texts = useTexts('search');
  // Articles that have only some of the words are not counted, and not marked.
  const unread = found.isOlder ? 0 : (found.page?.facets.states.unread ?? 0);
  return (
    <Flex
      wrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="2"
      mt="2"
      ps={{ base: '0', md: '3' }}
    >
      <Choice
        label={t.list.sort}
        value={order}
        onChange={onOrder}
        options={orders.map((each) => ({ value: each, label: texts.orders[each] }))}
      />
      <Flex>
        <MarkFoundButton q={q} unread={unread} at={found.at} />
        <SaveButton q={q} order={order} isDisabled={q === '' || found.fault !== null} />
      </Flex>
    </Flex>
  );
};

type SearchState = ReturnType<typeof useSearchPage>;

const Head = ({ state }: { state: SearchState }) => {
  const { t } = useI18n();
  const showFeeds = useShowFeeds();
  const { field, fault, view, goDown } = state;
  return (
    <Flex alignItems="start" gap="1" ps={{ base: '0', md: '3' }}>
      <IconButton label={t.nav.open} icon={<MenuIcon />} onClick={showFeeds} className="is-narrow" />
      <SearchField
        text={field.text}
        onText={field.setText}
        onComposing={field.setComposing}
        fault={fault}
        q={view.q}
        onDown={goDown}
        onLeave={leaveSearch}
      />
    </Flex>
  );
};

const Content = ({ state }: { state: SearchState }) => {
  const { view, name, found, field, fault, recent, forget, finish, search, changed, isSound } = state;
  if (view.q === '' && field.text.trim() === '')
    return <SearchStart recent={recent} onForget={forget} onSearch={search} />;
  return (
    <ErrorBoundary pane="list" resetKey={view.q} onBack={leaveSearch}>
      {changed === undefined ? null : (
        // On a wide screen the message about a wrong query covers this row only in part. Nothing in it can be used then, so it is hidden.
        <Box px="3" visibility={{ base: 'visible', md: fault === null ? 'visible' : 'hidden' }}>
          <ChangedSearch from={changed} search={view} isDisabled={!isSound} />
        </Box>
      )}
      <SearchResults
        text={field.text.trim()}
        name={name}
        found={found}
        isTyping={field.isTyping}
        openId={view.article_id}
        onOpen={(articleId) => {
          if (articleId !== null) finish();
          showArticle(
            searchAddress({ ...view, article_id: articleId }),
            articleId !== null,
            view.article_id !== null,
          );
        }}
        addressOf={(articleId) => searchAddress({ ...view, article_id: articleId })}
        onSearch={search}
        onLeave={focusSearch}
      />
    </ErrorBoundary>
  );
};

/** Finds articles among all that the reader has. */
export const SearchPage = () => {
  const { t } = useI18n();
  const state = useSearchPage();
  const isNarrow = useMedia(narrowScreen);
  const column = useListColumn('list');
  const tools = (
    <SearchTools
      q={state.view.q}
      order={state.view.order}
      onOrder={(order) => state.changeView({ order, article_id: null }, 'push')}
      found={state.found}
    />
  );
  return (
    <Box as="search">
      <VisuallyHidden as="h1">{state.name ?? t.nav.search}</VisuallyHidden>
      <StickyHeader>
        <div className={column}>
          <Head state={state} />
          {isNarrow ? null : tools}
        </div>
      </StickyHeader>
      <div className={column}>
        {isNarrow ? <Box px="2">{tools}</Box> : null}
        <Content state={state} />
      </div>
    </Box>
  );
};
