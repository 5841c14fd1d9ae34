/** Checks whether an address is on YouTube, whose pages may be on several hosts. */
const isYouTube = (url: URL | null): url is URL => /(?:^|\.)youtube\.com$/.test(url?.hostname ?? '');

/**
 * The marks of a channel in its page, the surest first: other channels that the page shows have a `channelId` too. YouTube
 * writes the address of the channel into the head, but not on every page.
 */
const channelMarks: readonly RegExp[] = [
  /<link\s[^<>]{0,100}\brel="canonical"[^<>]{0,100}\/channel\/(UC[\w-]{22})"/,
  /"externalId":\s*"(UC[\w-]{22})"/,
  /"channelId":\s*"(UC[\w-]{22})"/,
];

/**
 * Returns the feed of a YouTube channel from the channel id in the page, because such a page may name no feed in its
 * head.
 */
export const embeddedFeeds = (address: string, html: string): string[] => {
  if (!isYouTube(URL.parse(address))) return [];
  const channel = channelMarks.map((mark) => mark.exec(html)?.[1]).find((id) => id !== undefined);
  return channel === undefined ? [] : [`https://www.youtube.com/feeds/videos.xml?channel_id=${channel}`];
};

/** The parts of a channel that have playlists, by the letters with which the playlist's id begins in place of the channel's `UC`. */
const partsOfChannels = { UULF: 'videos', UUSH: 'shorts', UULV: 'live' } as const;
type PartOfChannel = (typeof partsOfChannels)[keyof typeof partsOfChannels];

/** Checks whether a playlist of YouTube is a part of a channel, as the one of its videos without Shorts is. */
export const isPartOfChannel = (playlistId: string): boolean =>
  Object.keys(partsOfChannels).some((letters) => playlistId.startsWith(letters));

/** The tabs of a channel's page that show a part of it alone. */
const tabs: Readonly<Record<string, PartOfChannel>> = { shorts: 'shorts', streams: 'live', live: 'live' };

/**
 * Returns the feeds of parts of a YouTube channel, by the address of its feed: its videos without Shorts and live streams;
 * and the Shorts, or the live streams, if the reader's address is their tab.
 */
export const partsOfChannel = (feedUrl: string, asked: string): { url: string; part: PartOfChannel }[] => {
  const feed = URL.parse(feedUrl);
  const channel = isYouTube(feed)
    ? /^UC([\w-]{22})$/.exec(feed.searchParams.get('channel_id') ?? '')?.[1]
    : undefined;
  if (channel === undefined) return [];
  const tab = tabs[URL.parse(asked)?.pathname.split('/').at(-1) ?? ''];
  return Object.entries(partsOfChannels)
    .filter(([, part]) => part === 'videos' || part === tab)
    .map(([letters, part]) => ({
      url: `https://www.youtube.com/feeds/videos.xml?playlist_id=${letters}${channel}`,
      part,
    }));
};
