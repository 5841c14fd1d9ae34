/** The part of a row that tells whether it was passed by. */
export type ShownRow = { article_id: string; is_read: boolean };

/**
 * Returns the articles that stand above the one that was opened, that were on screen, and that are not read: they were
 * passed by.
 */
export const passedAbove = (
  rows: readonly ShownRow[],
  openedId: string,
  seen: ReadonlySet<string>,
): string[] => {
  const at = rows.findIndex(({ article_id }) => article_id === openedId);
  return rows
    .slice(0, Math.max(0, at))
    .filter(({ article_id, is_read }) => !is_read && seen.has(article_id))
    .map(({ article_id }) => article_id);
};

/** The most articles of a report. */
const MOST = 200;

/** Collects passed articles until they are reported. Each is reported once, and never if it is opened before. */
export const createPassed = (report: (articleIds: string[]) => void) => {
  const waiting = new Set<string>();
  const settled = new Set<string>();
  return {
    add: (articleIds: readonly string[]): void => {
      for (const id of articleIds) if (!settled.has(id)) waiting.add(id);
    },
    opened: (articleId: string): void => {
      settled.add(articleId);
      waiting.delete(articleId);
    },
    flush: (): void => {
      const batch = [...waiting].slice(0, MOST);
      if (batch.length === 0) return;
      for (const id of batch) {
        waiting.delete(id);
        settled.add(id);
      }
      report(batch);
    },
  };
};
