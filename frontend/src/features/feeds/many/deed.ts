import type { Feed } from '@omomi/backend/contract';
import { isInTrouble } from '../table/filter.ts';

/** What can be done with many feeds. */
export type Deed =
  | { kind: 'move'; folder: string | null }
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'retry' }
  | { kind: 'leave' };

/** Returns the feeds with which there is something to do. */
export const concerned = (deed: Deed, feeds: readonly Feed[]): Feed[] => {
  switch (deed.kind) {
    case 'move':
      return feeds.filter(({ folder }) => folder !== deed.folder);
    case 'pause':
      return feeds.filter(({ is_active }) => is_active);
    case 'resume':
      return feeds.filter(({ is_active }) => !is_active);
    case 'retry':
      return feeds.filter(isInTrouble);
    case 'leave':
      return [...feeds];
  }
};
