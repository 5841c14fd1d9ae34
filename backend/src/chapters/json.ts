import { z } from 'zod';
import type { Chapter } from '../contract/index.ts';
import { inOrder } from '../parser/fields/chapters.ts';

const document = z.object({ chapters: z.array(z.unknown()) });

/** Chapters that are read; those for the table of contents are fewer. */
const MOST_READ = 2_000;

const stated = z.object({
  startTime: z.union([z.number(), z.string().transform(Number)]),
  title: z.string(),
  /** False: a chapter that is not for the table of contents, such as a picture that is shown for a while. */
  toc: z.boolean().optional().catch(undefined),
});

/**
 * Returns the chapters of a document of the Podcasting 2.0 namespace ("JSON Chapters Format", 1.2), in order. Pictures and links are left
 * out, and so are chapters that cannot be read. Any other document has none. Never throws.
 */
export const chaptersInJson = (bytes: Uint8Array): Chapter[] => {
  try {
    const { data } = document.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    const chapters = (data?.chapters ?? [])
      .slice(0, MOST_READ)
      .flatMap((each) => stated.safeParse(each).data ?? []);
    return inOrder(
      chapters
        .filter(({ toc }) => toc !== false)
        .map(({ startTime, title }) => ({ start: startTime, title })),
    );
  } catch {
    return [];
  }
};
