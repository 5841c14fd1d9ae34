import type { SavedSearch } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { changedFrom, savedAs, useUpdateSearch } from './queries.ts';
import { searchesQuery } from '../../../lib/queries/common.ts';

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

type Props = { from: SavedSearch; search: Search; isDisabled: boolean };

const SaveChanges = ({ from, search: { q, order }, isDisabled }: Props) => {
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

const SaveAsNew = ({ search: { q, order }, isDisabled }: Omit<Props, 'from'>) => {
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
export const ChangedSearch = ({ from, search, isDisabled }: Props) => {
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
