type Added = { kind: 'keyword' | 'feed'; text: string };
export type Failure = Added & { error: unknown };

type Work = {
  addresses: readonly string[];
  keywords: readonly string[];
  add: (what: Added) => Promise<unknown>;
  /** Checks if an error means that the item was added before. */
  isThere: (error: unknown) => boolean;
  /** Called with the number of feeds tried so far. */
  onFeed: (done: number) => void;
};

/**
 * Adds the keywords, then the feeds, and returns those that failed. Adds one after the other, because the server has a
 * rate limit and the button counts the feeds.
 */
export const addAll = async ({ addresses, keywords, add, isThere, onFeed }: Work): Promise<Failure[]> => {
  const failed: Failure[] = [];
  const tryTo = async (what: Added): Promise<void> => {
    try {
      await add(what);
    } catch (error) {
      if (!isThere(error)) failed.push({ ...what, error });
    }
  };
  for (const text of keywords) await tryTo({ kind: 'keyword', text });
  for (const [index, text] of addresses.entries()) {
    await tryTo({ kind: 'feed', text });
    onFeed(index + 1);
  }
  return failed;
};
