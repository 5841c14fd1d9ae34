/** A list of articles that the sidebar leads to. */
export type Place =
  | { kind: 'all' }
  | { kind: 'saved' }
  | { kind: 'feed'; feedId: string }
  | { kind: 'folder'; name: string };
