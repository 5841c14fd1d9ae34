import { MARKED_AT_ONCE } from '@omomi/backend/contract';

export type ReadMark = { article_id: string; feed_id: string; is_read: boolean };

/** The time for which sent marks are remembered, longer than any request takes, in milliseconds. */
const REMEMBERED_MS = 60_000;
/** The time within which another tab sends its marks, in milliseconds: two seconds of collecting, and a slow answer. */
const ELSEWHERE_MS = 10_000;

export type MarkBook = {
  /** Notes a mark. The opposite of one that waits takes it back, since the server then has what is wanted. */
  add: (mark: ReadMark) => void;
  hasWaiting: () => boolean;
  /** The number of batches that what waits makes. */
  batches: () => number;
  /** Takes up to 200 articles with the same mark from those that wait. One batch at a time is being sent. */
  begin: () => ReadMark[];
  /** Ends the batch that is being sent: the server took it. `at` is the time by the clock of `later`. */
  took: (at: number) => void;
  /** Notes marks that another tab made at the time `at`, and that the server may not have for some seconds. */
  told: (marks: readonly ReadMark[], at: number) => void;
  /** Ends the batch, which waits again. `isOpen` if the server may have taken it although no answer came. */
  failed: (isOpen: boolean) => void;
  /** Ends the batch, which is given up. Returns its marks, without those that the reader has replaced meanwhile. */
  refused: () => ReadMark[];
  /** The marks that the server does not have for certain. */
  unsent: () => ReadMark[];
  /** Returns the marks, one for each article, that an answer asked for at `since` may not know yet. */
  later: (since: number) => ReadMark[];
};

/** Keeps account of read marks: which wait, which are being sent, and which the server took within the last minute. */
export const createMarkBook = (): MarkBook => {
  let waiting = new Map<string, ReadMark>();
  let sending = new Map<string, ReadMark>();
  const sent = new Map<string, { mark: ReadMark; at: number }>();
  /** Articles whose mark at the server may be the same as the one that waits. */
  const open = new Set<string>();
  return {
    add: (mark) => {
      const known = waiting.get(mark.article_id);
      const isTakenBack = known !== undefined && known.is_read !== mark.is_read;
      if (isTakenBack && !open.has(mark.article_id)) waiting.delete(mark.article_id);
      else waiting.set(mark.article_id, mark);
    },
    hasWaiting: () => waiting.size > 0,
    batches: () => {
      const read = [...waiting.values()].filter(({ is_read }) => is_read).length;
      return Math.ceil(read / MARKED_AT_ONCE) + Math.ceil((waiting.size - read) / MARKED_AT_ONCE);
    },
    begin: () => {
      const isRead = waiting.values().next().value?.is_read;
      const batch = [...waiting].filter(([, mark]) => mark.is_read === isRead).slice(0, MARKED_AT_ONCE);
      for (const [id] of batch) waiting.delete(id);
      sending = new Map(batch);
      return [...sending.values()];
    },
    took: (at) => {
      for (const [id, old] of sent) if (old.at < at - REMEMBERED_MS) sent.delete(id);
      for (const [id, mark] of sending) {
        sent.set(id, { mark, at });
        open.delete(id);
      }
      sending = new Map();
    },
    told: (marks, at) => {
      for (const mark of marks) sent.set(mark.article_id, { mark, at: at + ELSEWHERE_MS });
    },
    failed: (isOpen) => {
      // A mark that was made meanwhile replaces the one that failed. It may be what the server has already, so that its
      // opposite must be sent and does not just take it back.
      for (const id of sending.keys()) if (isOpen || waiting.has(id)) open.add(id);
      waiting = new Map([...sending, ...waiting]);
      sending = new Map();
    },
    refused: () => {
      const given = [...sending.values()].filter(({ article_id }) => !waiting.has(article_id));
      sending = new Map();
      return given;
    },
    unsent: () => [...new Map([...sending, ...waiting]).values()],
    later: (since) => {
      const known = [...sent]
        .filter(([, { at }]) => at >= since)
        .map(([id, { mark }]) => [id, mark] as const);
      return [...new Map([...known, ...sending, ...waiting]).values()];
    },
  };
};
