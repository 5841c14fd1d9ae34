import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { NoteSignal } from '../../scoring/note-signal.ts';
import type { Saving } from '../reading/saving.ts';
import type { LoadNames } from './reader-names.ts';
import { entryToRow } from './row-to-wire.ts';

export type SavedEndpointDeps = {
  loadNames: LoadNames;
  saving: Saving;
  noteSignal: NoteSignal;
};

/** Creates the endpoint that saves an article or lets it go. */
export const createSavedEndpoint = ({
  loadNames,
  saving,
  noteSignal,
}: SavedEndpointDeps): HandlersOf<'setSaved'> => ({
  setSaved: async ({ reader: { user_id }, params: { article_id }, body: { is_saved } }) => {
    const names = await loadNames(user_id);
    const entry = is_saved
      ? await saving.save(user_id, article_id, (feedId) => names.feeds.get(feedId) ?? '')
      : await saving.unsave(user_id, article_id);
    await noteSignal(entry, { is_saved });
    return entryToRow(entry, names);
  },
});
