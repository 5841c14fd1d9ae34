import { taste, type Taste } from '@omomi/backend/contract';

/** The most bytes of a file of a reader's taste. */
const MOST_BYTES = 1_000_000;

/** Returns the taste of an Omomi in a file; null if it is any other file. */
export const readTaste = async (file: Blob): Promise<Taste | null> => {
  if (file.size > MOST_BYTES) return null;
  const text = await file.text();
  try {
    return taste.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
