import type { SavedSearch } from '@omomi/backend/contract';
import { Confirm } from '../../components/overlays/modal.tsx';
import { TextDialog } from '../../components/overlays/text-dialog.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { useAddSearch, useDeleteSearch, useUpdateSearch } from './saved-queries.ts';
import type { SearchQuestion } from './search-menu.tsx';

/** The longest name of a saved search. */
const longestName = 60;

type Props = { search: SavedSearch; question: SearchQuestion; onClose: () => void };

/** Shows the dialog of a menu item of a saved search: rename or delete. */
export const SearchDialog = ({ search, question, onClose }: Props) => {
  const texts = useTexts('search');
  const notify = useNotify();
  const update = useUpdateSearch();
  const remove = useDeleteSearch();
  if (question === 'delete')
    return (
      <Confirm
        open
        title={texts.removeTitle(search.name)}
        text={texts.removeText}
        action={texts.remove}
        busy={remove.isPending}
        onClose={onClose}
        onConfirm={() => remove.mutate(search.search_id, { onSettled: onClose })}
      />
    );
  return (
    <TextDialog
      title={texts.renameTitle}
      label={texts.name}
      hint={texts.renameHint}
      start={search.name}
      maxLength={longestName}
      busy={update.isPending}
      onClose={onClose}
      onSubmit={(name) => {
        if (name === '' || name === search.name) return onClose();
        return update.mutate(
          { search_id: search.search_id, changes: { name } },
          { onSuccess: onClose, onError: (error) => notify.error(error) },
        );
      }}
    />
  );
};

type SaveProps = { q: string; order: SavedSearch['order']; onClose: () => void };

/** Asks for the name under which a search is saved. */
export const SaveDialog = ({ q, order, onClose }: SaveProps) => {
  const texts = useTexts('search');
  const notify = useNotify();
  const add = useAddSearch();
  return (
    <TextDialog
      title={texts.saveTitle}
      label={texts.name}
      hint={texts.saveHint}
      start={q.slice(0, longestName)}
      maxLength={longestName}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={(text) =>
        add.mutate(
          { name: text === '' ? q.slice(0, longestName) : text, q, order },
          {
            onSuccess: () => {
              notify.info(texts.nowSaved);
              onClose();
            },
            onError: (error) => notify.error(error),
          },
        )
      }
    />
  );
};
