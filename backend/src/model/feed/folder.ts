import { comparePositions } from '../../contract/index.ts';

/** The stored position of a reader's folder. The folder itself exists as long as feeds name it, with or without one. */
type FolderPlace = { user_id: string; name: string; position: number };

export type FolderStore = {
  /** Returns the positions of a reader's folders by name. There may be some of folders that no feed is in. */
  positions: (userId: string) => Promise<Map<string, number>>;
  put: (place: FolderPlace) => Promise<void>;
  delete: (userId: string, name: string) => Promise<void>;
};

type Placed = { position: number | null; name: string };

/** Compares in the reader's order: by position, then by name. What has no position follows. */
export const byPosition = (a: Placed, b: Placed): number =>
  comparePositions(a, b) || a.name.localeCompare(b.name);
