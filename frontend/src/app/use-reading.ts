import type { Feed } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import type { Place } from '../features/feeds/folders.ts';
import { usePreferences } from '../lib/preferences/preferences.tsx';
import { feedsQuery } from '../lib/queries/feeds.ts';
import { type View, changeTo, feedsIn, placeOf } from './address/list-scope.ts';
import { type Route, pathOf } from './address/route.ts';
import { go } from '../lib/address/history.ts';
import { type ChangeView, useView } from './address/use-view.ts';

type Reading = {
  view: View;
  changeView: ChangeView;
  /** Returns the address of an article in this list. */
  addressOf: (articleId: string) => string;
  /** Returns the address of another list. */
  addressOfPlace: (place: Place) => string;
  /** The list that the view shows, and the feeds whose articles are in it. */
  place: Place;
  shown: Feed[];
  /** All feeds; undefined until they are loaded. */
  feeds: readonly Feed[] | undefined;
  /** Shows the top of another list. */
  goTo: (place: Place) => void;
};

/** Returns the list and article in the address, and a function that goes to another list. */
export const useReading = (): Reading => {
  const { view, changeView, addressAfter } = useView();
  const { default_filter: preferred } = usePreferences();
  const { data } = useQuery(feedsQuery);
  const feeds = data?.items;
  const place = placeOf(view);
  return {
    view,
    changeView,
    addressOf: (articleId) => addressAfter({ article_id: articleId }),
    addressOfPlace: (target) => addressAfter(changeTo(target, view, preferred)),
    place,
    shown: feedsIn(place, feeds ?? []),
    feeds,
    goTo: (target) => changeView(changeTo(target, view, preferred)),
  };
};

/** Shows the top of another page. `query` begins with a question mark. */
export const goToPage = (target: Route, query = ''): void => {
  go(`${pathOf(target)}${query}`);
  window.scrollTo(0, 0);
};
