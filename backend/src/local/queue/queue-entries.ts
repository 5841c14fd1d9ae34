/** One message to send. */
export type QueueEntry = {
  body: string;
  group_id?: string;
  deduplication_id?: string;
  /** Seconds, 0 to 900; standard queues only. */
  delay_seconds?: number;
};

/** The limit of SQS since August 2025. */
const maxBodyBytes = 1_048_576;
const idPattern = /^[\x21-\x7e]{1,128}$/;
/** Milliseconds for which a deduplication id is remembered, as by SQS. */
export const REMEMBERED_MS = 5 * 60_000;

/** Throws an Error for an entry that SQS would refuse, so that the mistake shows before it reaches the cloud. */
export const checkEntry = (entry: QueueEntry, isFifo: boolean): void => {
  const refuse = (why: string) => {
    throw new Error(`message refused: ${why}`);
  };
  const bytes = Buffer.byteLength(entry.body);
  if (bytes === 0 || bytes > maxBodyBytes)
    refuse(`its body has ${bytes} bytes, 1 to ${maxBodyBytes} are allowed`);
  for (const id of [entry.group_id, entry.deduplication_id]) {
    if (id !== undefined && !idPattern.test(id))
      refuse(`${JSON.stringify(id)} is no id of 1 to 128 visible ASCII characters`);
  }
  const delay = entry.delay_seconds ?? 0;
  if (!Number.isFinite(delay) || delay < 0 || delay > 900)
    refuse(`delay_seconds is ${delay}, 0 to 900 are allowed`);
  if (isFifo && entry.group_id === undefined) refuse('a FIFO queue needs a group_id');
  if (isFifo && entry.deduplication_id === undefined) refuse('a FIFO queue needs a deduplication_id');
  if (isFifo && delay !== 0) refuse('a FIFO queue takes no delay_seconds');
  if (!isFifo && entry.deduplication_id !== undefined) refuse('a standard queue takes no deduplication_id');
};

/** Remembers deduplication ids for 5 minutes in `seen`, which maps each to the time at which it was sent. */
export const createDeduplication = (seen: Map<string, number>) => ({
  /** Returns false for an id that was seen. Remembers a new id. A message without an id is always new. */
  isNew: (id: string | undefined, at: number): boolean => {
    if (id === undefined) return true;
    const before = seen.get(id);
    if (before !== undefined && at - before < REMEMBERED_MS) return false;
    // Delete the id first, so that the map stays in the order of time.
    seen.delete(id);
    seen.set(id, at);
    return true;
  },
  forget: (id: string | undefined): void => {
    if (id !== undefined) seen.delete(id);
  },
  forgetOld: (at: number): void => {
    for (const [id, sentAt] of seen) {
      if (at - sentAt < REMEMBERED_MS) return;
      seen.delete(id);
    }
  },
});
