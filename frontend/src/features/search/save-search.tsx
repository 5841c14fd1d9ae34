import type { SavedSearch } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { useNotify } from '../../lib/notify.ts';
import { changedFrom, savedAs, useUpdateSearch } from './saved-queries.ts';
import { searchesQuery } from '../../lib/queries/common.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { StarIcon } from '../../components/later-icons.tsx';
import type { SearchQuestion } from './search-menu.tsx';

const SaveDialog = loadPart(async () => (await import('./search-dialogs.tsx')).SaveDialog);

type Search = Pick<SavedSearch, 'q' | 'order'>;

/** Returns the saved search that was changed since it was shown; undefined if none was. */
export const useChangedSearch = (search: Search): SavedSearch | undefined => {
  const { data } = useQuery(searchesQuery);
  const [lastId, setLastId] = useState<string | null>(null);
  const searches = data?.items ?? [];
  const shownId = search.q === '' ? null : (savedAs(searches, search.q, search.order)?.search_id ?? lastId);
  if (shownId !== lastId) setLastId(shownId);
  return changedFrom(searches, shownId, search);
};

type ChangedSearchProps = { from: SavedSearch; search: Search; isDisabled: boolean };

const SaveChanges = ({ from, search: { q, order }, isDisabled }: ChangedSearchProps) => {
  const texts = useTexts('search');
  const notify = useNotify();
  const update = useUpdateSearch();
  // The note goes when the list of saved searches is there again, and callbacks of `mutate` go with it.
  const save = async (): Promise<void> => {
    try {
      await update.mutateAsync({ search_id: from.search_id, changes: { q, order } });
      notify.info(texts.changesSaved(from.name));
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <Button
      size="sm"
      variant="subtle"
      minH="10"
      disabled={isDisabled || update.isPending}
      onClick={() => void save()}
    >
      {texts.saveChanges}
    </Button>
  );
};

const SaveAsNew = ({ search: { q, order }, isDisabled }: Omit<ChangedSearchProps, 'from'>) => {
  const texts = useTexts('search');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" variant="ghost" minH="10" disabled={isDisabled} onClick={() => setOpen(true)}>
        {texts.saveAsNew}
      </Button>
      {isOpen ? (
        <ErrorBoundary pane="window" onBack={close}>
          <Suspense>
            <SaveDialog q={q} order={order} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  );
};

/** Offers to write a changed search back to the saved one, or to save it as another. */
export const ChangedSearch = ({ from, search, isDisabled }: ChangedSearchProps) => {
  const texts = useTexts('search');
  return (
    <Flex
      alignItems="center"
      wrap="wrap"
      columnGap="2"
      py="1"
      textStyle="sm"
      color="fg.muted"
      data-testid="changed-search"
    >
      <Box as="span" minW="0" truncate>
        {texts.changed(from.name)}
      </Box>
      <Flex gap="2" wrap="wrap">
        <SaveChanges from={from} search={search} isDisabled={isDisabled} />
        <SaveAsNew search={search} isDisabled={isDisabled} />
      </Flex>
    </Flex>
  );
};

const SearchDialog = loadPart(async () => (await import('./search-dialogs.tsx')).SearchDialog);

type Asked = { question: 'save' } | { question: SearchQuestion; search: SavedSearch };

type Props = { q: string; order: SavedSearch['order']; isDisabled: boolean };

/** Saves the search under a name. A saved one is named by the button, which offers to delete it. */
export const SaveButton = ({ q, order, isDisabled }: Props) => {
  const texts = useTexts('search');
  const { data } = useQuery(searchesQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const saved = savedAs(data?.items ?? [], q, order);
  const close = () => setAsked(null);
  return (
    <>
      <IconButton
        label={saved === undefined ? texts.save : texts.saved(saved.name)}
        icon={<StarIcon filled={saved !== undefined} />}
        className="is-touched"
        aria-pressed={saved !== undefined}
        disabled={isDisabled || data === undefined}
        onClick={() =>
          setAsked(saved === undefined ? { question: 'save' } : { question: 'delete', search: saved })
        }
      />
      {asked === null ? null : (
        <ErrorBoundary pane="window" onBack={close}>
          <Suspense>
            {asked.question === 'save' ? (
              <SaveDialog q={q} order={order} onClose={close} />
            ) : (
              <SearchDialog search={asked.search} question={asked.question} onClose={close} />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
};
