/** A model of what a reader should see, in plain maps and arrays. It has no tables, indexes or queues. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const UNDO = 600_000;

/** `story` names what the item tells of in words of its own; other items of it are copies. */
export type ModelItem = { key: string; title: string; published: number; story?: number };

type ModelMark = { at: number; isOver: boolean };

type ModelEntry = ModelItem & {
  feeds: string[];
  created: number;
  /** The time the article was read, or that of the mark which was settled on it. */
  readAt: number | null;
  /** True if it was read with another article of its story, and so does not finish that by itself. */
  isCopy: boolean;
  /** The marks that cover the entry, oldest first. */
  watermarks: ModelMark[];
  isSaved: boolean;
  /** Grows with each saving, so that the last saved article has the largest; 0 if it never was. */
  savedAs: number;
  expires: number;
};

type Tombstone = { isLeft: boolean };

export type Scope = { feed?: string; folder?: string };

export type ModelRow = { key: string; feed: string; isRead: boolean; isSaved: boolean; isFormer: boolean };

const isReadEntry = ({ readAt, watermarks }: Pick<ModelEntry, 'readAt' | 'watermarks'>): boolean =>
  readAt !== null || watermarks.length > 0;

/** Creates the model of one reader: the followed feeds, and the articles with their read and saved state. */
export const createReaderModel = () => {
  const entries = new Map<string, ModelEntry>();
  const tombstones = new Map<string, Tombstone>();
  /** The folder of each followed feed, or null. */
  const followed = new Map<string, string | null>();
  let watermarks: ModelMark[] = [];
  let savings = 0;

  const expiryOf = (entry: ModelEntry): number =>
    entry.isSaved
      ? Infinity
      : Math.min(entry.created + 7 * DAY, entry.readAt === null ? Infinity : entry.readAt + DAY);

  const visible = (now: number) => [...entries.values()].filter(({ expires }) => expires > now);
  const inScope =
    ({ feed, folder }: Scope) =>
    (entry: ModelEntry) => {
      const [first = ''] = entry.feeds;
      if (feed !== undefined) return first === feed;
      return folder === undefined || followed.get(first) === folder;
    };

  /** Updates the expiry after a single mark. An entry that would vanish at once keeps its old expiry. */
  const retime = (entry: ModelEntry, now: number) => {
    const expires = expiryOf(entry);
    if (expires > now) entry.expires = expires;
  };

  const copiesOf = ({ key, story }: ModelItem) =>
    [...entries.values()].filter(
      (other) => story !== undefined && other.story === story && other.key !== key,
    );

  return {
    followed,
    follow: (feed: string, folder: string | null) => void followed.set(feed, folder),

    /** Adds an article of a feed. `isAskedFor` is true if the reader has just followed the feed. */
    arrive: (feed: string, item: ModelItem, now: number, isAskedFor: boolean) => {
      const existing = entries.get(item.key);
      const tombstone = tombstones.get(item.key);
      if (existing !== undefined) {
        if (!existing.feeds.includes(feed)) existing.feeds.push(feed);
        return;
      }
      if (tombstone !== undefined && !(tombstone.isLeft && isAskedFor)) return;
      tombstones.delete(item.key);
      const isCopy = copiesOf(item).some((other) => other.readAt !== null && !other.isCopy);
      entries.set(item.key, {
        ...item,
        feeds: [feed],
        created: now,
        readAt: isCopy ? now : null,
        isCopy,
        watermarks: [],
        isSaved: false,
        savedAs: 0,
        expires: now + (isCopy ? 1 : 7) * DAY,
      });
    },

    leave: (feed: string, now: number) => {
      for (const entry of visible(now)) {
        if (entry.feeds[0] !== feed) continue;
        const others = entry.feeds.filter((each) => each !== feed && followed.has(each));
        const [first] = entry.watermarks;
        if (others.length > 0) {
          entry.feeds = others;
          if (first === undefined) continue;
          entry.readAt = first.at;
          entry.watermarks = [];
          entry.expires = expiryOf(entry);
        } else if (entry.isSaved) {
          entry.readAt ??= now;
          entry.watermarks = [];
        } else {
          tombstones.set(entry.key, { isLeft: !isReadEntry(entry) });
          entries.delete(entry.key);
        }
      }
      followed.delete(feed);
    },

    setRead: (key: string, isRead: boolean, now: number) => {
      const entry = entries.get(key);
      if (entry === undefined) return;
      if (isRead ? entry.readAt === null : isReadEntry(entry) && followed.has(entry.feeds[0] ?? '')) {
        entry.readAt = isRead ? now : null;
        entry.isCopy = false;
        entry.watermarks = [];
        retime(entry, now);
      }
    },

    /** Marks the other articles of the story of an article that was marked read. */
    finishStory: (key: string, now: number) => {
      const entry = entries.get(key);
      if (entry === undefined) return;
      for (const copy of copiesOf(entry)) {
        // Stories are remembered for a week.
        if (copy.readAt !== null || copy.expires <= now || now - copy.created > 7.5 * DAY) continue;
        copy.readAt = now;
        copy.isCopy = true;
        copy.watermarks = [];
        retime(copy, now);
      }
    },

    setSaved: (key: string, isSaved: boolean, now: number) => {
      const entry = entries.get(key);
      if (entry === undefined || entry.isSaved === isSaved) return;
      entry.isSaved = isSaved;
      if (isSaved) entry.savedAs = savings += 1;
      entry.expires = isSaved ? Infinity : Math.max(expiryOf(entry), now + HOUR);
    },

    markAll: (scope: Scope, before: number, now: number): ModelMark => {
      const mark = { at: now, isOver: false };
      // A mark covers what has expired too, until the cleanup removes it.
      for (const entry of [...entries.values()].filter(inScope(scope)))
        if (entry.created <= before && entry.readAt === null) entry.watermarks.push(mark);
      watermarks.push(mark);
      return mark;
    },

    /** Undoes a mark. Does nothing once the mark is settled. */
    undo: (mark: ModelMark) => {
      if (mark.isOver) return;
      mark.isOver = true;
      for (const entry of entries.values())
        entry.watermarks = entry.watermarks.filter((each) => each !== mark);
    },

    /**
     * Settles the marks that are ten minutes old: writes their state into the entries that they cover. What has expired
     * is as it was before the mark.
     */
    settle: (now: number) => {
      for (const mark of watermarks.filter(({ at, isOver }) => !isOver && at + UNDO <= now)) {
        mark.isOver = true;
        for (const entry of entries.values()) {
          if (!entry.watermarks.includes(mark)) continue;
          if (entry.expires <= now) {
            entry.watermarks = entry.watermarks.filter((each) => each !== mark);
            continue;
          }
          entry.readAt = mark.at;
          entry.watermarks = [];
          entry.expires = expiryOf(entry);
        }
      }
      watermarks = watermarks.filter(({ isOver }) => !isOver);
    },

    cleanUp: (now: number) => {
      for (const entry of [...entries.values()].filter(({ expires }) => expires <= now)) {
        if (isReadEntry(entry)) tombstones.set(entry.key, { isLeft: false });
        entries.delete(entry.key);
      }
    },

    /** Returns the keys of the saved articles, the last saved first. */
    saved: (now: number): string[] =>
      visible(now)
        .filter(({ isSaved }) => isSaved)
        .toSorted((a, b) => b.savedAs - a.savedAs)
        .map(({ key }) => key),

    rows: (now: number): ModelRow[] =>
      visible(now)
        .toSorted((a, b) => b.published - a.published)
        .map((entry) => ({
          key: entry.key,
          feed: entry.feeds[0] ?? '',
          isRead: isReadEntry(entry),
          isSaved: entry.isSaved,
          isFormer: !followed.has(entry.feeds[0] ?? ''),
        })),
  };
};

export type ReaderModel = ReturnType<typeof createReaderModel>;
