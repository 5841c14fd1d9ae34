import type { QueryClient } from '@tanstack/react-query';
import { tellTabs } from '../tabs/tabs.ts';
import { signalLists } from '../lists/signals.ts';
import { keys } from './query-keys.ts';

/**
 * Takes note of articles that may have arrived. Lists stay as they are, and say how many articles are new. Feeds are
 * loaded again.
 */
export const refreshArrivals = async (client: QueryClient): Promise<void> => {
  signalLists(client, 'news');
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.feeds }),
    client.invalidateQueries({ queryKey: keys.searchCounts }),
  ]);
};

/**
 * Loads scores, marks and counts again after they have changed at the server. The rows of a list keep their places, and
 * the list says if the order has become another.
 */
export const refreshRows = async (client: QueryClient): Promise<void> => {
  signalLists(client, 'rows');
  await Promise.all([
    // An open article shows its score beside its reasons.
    client.invalidateQueries({ queryKey: keys.everyArticle }),
    client.invalidateQueries({ queryKey: keys.feeds }),
    client.invalidateQueries({ queryKey: keys.searchCounts }),
  ]);
};

/** Loads the list that is shown and the results of searches anew, from the top. */
export const renewLists = async (client: QueryClient): Promise<void> => {
  signalLists(client, 'renew');
  await client.invalidateQueries({ queryKey: keys.everyFound });
};

/** Loads marks, counts and jobs again after many articles were marked at once, or after that was undone. */
export const refreshMarks = async (client: QueryClient): Promise<void> => {
  tellTabs({ kind: 'changed', what: 'rows' });
  tellTabs({ kind: 'changed', what: 'feeds' });
  await Promise.all([refreshRows(client), client.invalidateQueries({ queryKey: keys.jobs })]);
};

/** Loads the feeds again. The rows of the lists stay in their places, with new titles of their feeds. */
export const reloadFeeds = async (client: QueryClient): Promise<void> => {
  signalLists(client, 'rows');
  tellTabs({ kind: 'changed', what: 'feeds' });
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.feeds }),
    client.invalidateQueries({ queryKey: keys.folders }),
    client.invalidateQueries({ queryKey: keys.jobs }),
  ]);
};
