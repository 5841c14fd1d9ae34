import { onlyPage } from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import { createMakeTodayLink, todayLinkUnknown } from './today-link.ts';
import type { TodayLinkStore } from '../../model/reader/today-link.ts';

/** Creates the endpoints by which readers make, list and revoke the addresses of their Today as a feed. */
export const createTodayLinkEndpoints = (deps: {
  todayLinks: Pick<TodayLinkStore, 'put' | 'list' | 'delete'>;
  now: Clock;
  newSecret: () => string;
}): HandlersOf<'listTodayLinks' | 'createTodayLink' | 'deleteTodayLink'> => {
  const { todayLinks } = deps;
  const makeLink = createMakeTodayLink(deps);
  return {
    listTodayLinks: async ({ reader: { user_id } }) =>
      onlyPage((await todayLinks.list(user_id)).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))),
    createTodayLink: async ({ reader: { user_id }, body: { name } }) => {
      const { link, text } = await makeLink(user_id, name);
      return { ...link, atom_path: `/api/out/${text}.atom`, json_path: `/api/out/${text}.json` };
    },
    deleteTodayLink: async ({ reader: { user_id }, params: { link_id } }) => {
      if (!(await todayLinks.delete(user_id, link_id))) throw todayLinkUnknown();
      return undefined;
    },
  };
};
