import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { RefreshLikedProfile } from '../../scoring/liked-profile.ts';
import type { Saving } from '../reading/saving.ts';
import type { LoadNames } from './reader-names.ts';
import { entryToRow } from './row-to-wire.ts';

export type SavedEndpointDeps = {
  loadNames: LoadNames;
  saving: Saving;
  refreshLikedProfile: RefreshLikedProfile;
};

/** Creates the endpoint that saves an article or lets it go. */
export const createSavedEndpoint = ({
  loadNames,
  saving,
  refreshLikedProfile,
}: SavedEndpointDeps): HandlersOf<'setSaved'> => ({
  setSaved: async ({ reader: { user_id }, params: { article_id }, body: { is_saved } }) => {
    const names = await loadNames(user_id);
    const entry = is_saved
      ? await saving.save(user_id, article_id, (feedId) => names.feeds.get(feedId) ?? '')
      : await saving.unsave(user_id, article_id);
    // New articles are compared with what is saved from now on; existing ones follow at the next recalculation.
    await refreshLikedProfile(user_id);
    return entryToRow(entry, names);
  },
});
