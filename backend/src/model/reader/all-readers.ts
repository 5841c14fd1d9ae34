import type { ReaderStore } from './reader.ts';

/** Number of readers read from the list at a time. */
const PAGE = 500;

/** Yields the id of every reader on the owner's list, in order. Each page is read when it is reached. */
export const allReaders = async function* (readers: Pick<ReaderStore, 'list'>): AsyncGenerator<string> {
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<ReaderStore['list']>> = await readers.list({ after, limit: PAGE });
    for (const { user_id } of page.readers) yield user_id;
    after = page.has_more ? (page.readers.at(-1)?.user_id ?? null) : null;
  } while (after !== null);
};
