import type { SavedSearch } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { StarIcon } from '../../../components/later-icons.tsx';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import { savedAs } from './queries.ts';
import { searchesQuery } from '../../../lib/queries/common.ts';
import type { SearchQuestion } from './search-menu.tsx';

const SaveDialog = loadPart(async () => (await import('./search-dialogs.tsx')).SaveDialog);
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
