import './reading.css';
import { useOpenMode } from '../../features/articles/pane/open-mode.ts';
import type { ListLook } from '../../lib/preferences/choices.ts';

/**
 * Returns the classes of the column of a list and of its head, so that every list begins at the same place. A single column is
 * easier to read when it is narrow. Cards and stories need room side by side.
 */
export const useListColumn = (look: ListLook): string =>
  `list-column${look === 'list' ? '' : ' is-broad'}${useOpenMode(look) === 'beside' ? ' is-beside' : ''}`;
