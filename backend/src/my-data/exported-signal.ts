import type { z } from 'zod';
import type { exportedSignal } from '../contract/index.ts';

type ExportedSignal = z.infer<typeof exportedSignal>;

/** Returns what the reader said about an article, as it goes out. */
export const exportedSignalOf = ({
  article_id,
  title,
  opinion,
  is_saved,
  is_read_through,
  noted_at,
}: ExportedSignal): ExportedSignal => ({
  article_id,
  title,
  opinion,
  is_saved,
  is_read_through,
  noted_at,
});
