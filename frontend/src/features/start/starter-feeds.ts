import type { LaterTexts } from '../../lib/i18n/en/later.ts';
import type { Language } from '../../lib/i18n/languages.ts';

type StarterFeed = {
  title: string;
  url: string;
  /** The name of the text that says what it is about. */
  about: keyof LaterTexts['adding']['start']['starters'];
  language: Language;
};

/** Well-kept public feeds for a first start. */
export const starterFeeds: readonly StarterFeed[] = [
  {
    title: 'BBC News — World',
    url: 'https://feeds.bbci.co.uk/news/world/rss.xml',
    about: 'bbc',
    language: 'en',
  },
  {
    title: 'The Guardian — Environment',
    url: 'https://www.theguardian.com/environment/rss',
    about: 'guardian',
    language: 'en',
  },
  {
    title: 'Quanta Magazine',
    url: 'https://www.quantamagazine.org/feed/',
    about: 'quanta',
    language: 'en',
  },
  {
    title: 'Ars Technica',
    url: 'https://feeds.arstechnica.com/arstechnica/index',
    about: 'arsTechnica',
    language: 'en',
  },
  {
    title: 'NASA',
    url: 'https://www.nasa.gov/feed/',
    about: 'nasa',
    language: 'en',
  },
  {
    title: 'Hacker News',
    url: 'https://news.ycombinator.com/rss',
    about: 'hackerNews',
    language: 'en',
  },
  {
    title: 'ITmedia NEWS',
    url: 'https://rss.itmedia.co.jp/rss/2.0/news_bursts.xml',
    about: 'itmedia',
    language: 'ja',
  },
  {
    title: 'はてなブックマーク テクノロジー',
    url: 'https://b.hatena.ne.jp/hotentry/it.rss',
    about: 'hatena',
    language: 'ja',
  },
  {
    title: 'GIGAZINE',
    url: 'https://gigazine.net/news/rss_2.0/',
    about: 'gigazine',
    language: 'ja',
  },
  {
    title: 'Publickey',
    url: 'https://www.publickey1.jp/atom.xml',
    about: 'publickey',
    language: 'ja',
  },
];

/** Returns the starter feeds, those in the reader's own language first. */
export const startersFor = (language: Language): StarterFeed[] => [
  ...starterFeeds.filter((feed) => feed.language === language),
  ...starterFeeds.filter((feed) => feed.language !== language),
];
