import pMap from 'p-map';
import type { ReadWatermarkStore } from '../model/article/watermark.ts';
import { notesTexts } from '../model/text/text-version.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import { retentionFor, type Retention } from '../model/reader/retention.ts';
import { isItemError } from '../lib/item-error.ts';
import type { ReaderKeywords } from '../scoring/reader-keywords.ts';
import type { Delivery } from './delivery.ts';
import type { CountMatches, LoadRules, RuleMatch } from './reader-rules.ts';
import { type Reader, writeEntry, type WriteEntryDeps } from './write-entry.ts';

const CONCURRENT_WRITES = 8;

export type WriteEntriesDeps = WriteEntryDeps & {
  /** A reader's rules, and counting what they matched. */
  rules: { load: LoadRules; countMatches: CountMatches };
  marks: Pick<ReadWatermarkStore, 'get'>;
  profiles: Pick<ProfileStore, 'get'>;
  /** The deployment's retention. A reader may choose a shorter one. */
  retention: Retention;
};

export type WrittenEntries = {
  /** The feeds from which entries were moved to this one. */
  left: Set<string>;
};

/** Writes the entries of one reader for the articles of a message. Only this function creates entries. */
export type WriteEntries = (
  userId: string,
  keywords: ReaderKeywords | null,
  delivery: Delivery,
) => Promise<WrittenEntries>;

export const createWriteEntries =
  (deps: WriteEntriesDeps): WriteEntries =>
  async (userId, keywords, delivery) => {
    const { articles, message, leaveOut } = delivery;
    const [stored, profile, ruled] = await Promise.all([
      deps.marks.get(userId),
      deps.profiles.get(userId),
      deps.rules.load(userId, message.feed_id),
    ]);
    const retention = retentionFor(profile, deps.retention);
    const isNoting = notesTexts(profile, delivery.now);
    const reader: Reader = { userId, stored, retention, ruled, keywords, notesTexts: isNoting };
    const written: WrittenEntries = { left: new Set() };
    const matches: RuleMatch[] = [];
    await pMap(
      articles,
      async (article) => {
        try {
          const { left, matched } = await writeEntry(deps, delivery, reader, article);
          for (const feed of left) written.left.add(feed);
          for (const rule_id of matched) matches.push({ rule_id, article_id: article.article_id });
        } catch (error) {
          if (!isItemError(error)) throw error;
          leaveOut(article.article_id, error);
        }
      },
      { concurrency: CONCURRENT_WRITES },
    );
    await deps.rules.countMatches(userId, matches);
    return written;
  };
