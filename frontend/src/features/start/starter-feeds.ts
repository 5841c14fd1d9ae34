import type { Language } from '../../lib/i18n/languages.ts';

type StarterFeed = { title: string; url: string; about: Record<Language, string>; language: Language };

/** Well-kept public feeds for a first start. */
export const starterFeeds: readonly StarterFeed[] = [
  {
    title: 'BBC News — World',
    url: 'https://feeds.bbci.co.uk/news/world/rss.xml',
    about: { en: 'News from around the world', ja: '世界のニュース(英語)' },
    language: 'en',
  },
  {
    title: 'The Guardian — Environment',
    url: 'https://www.theguardian.com/environment/rss',
    about: { en: 'Climate and nature', ja: '気候と自然(英語)' },
    language: 'en',
  },
  {
    title: 'Quanta Magazine',
    url: 'https://www.quantamagazine.org/feed/',
    about: { en: 'Mathematics and science, in depth', ja: '数学と科学の読みもの(英語)' },
    language: 'en',
  },
  {
    title: 'Ars Technica',
    url: 'https://feeds.arstechnica.com/arstechnica/index',
    about: { en: 'Technology and policy', ja: '技術と社会(英語)' },
    language: 'en',
  },
  {
    title: 'NASA',
    url: 'https://www.nasa.gov/feed/',
    about: { en: 'Space, from the source', ja: '宇宙開発の最新情報(英語)' },
    language: 'en',
  },
  {
    title: 'Hacker News',
    url: 'https://news.ycombinator.com/rss',
    about: { en: 'What programmers talk about', ja: '開発者の話題(英語)' },
    language: 'en',
  },
  {
    title: 'ITmedia NEWS',
    url: 'https://rss.itmedia.co.jp/rss/2.0/news_bursts.xml',
    about: { en: 'IT news in Japanese', ja: 'IT 全般のニュース' },
    language: 'ja',
  },
  {
    title: 'はてなブックマーク テクノロジー',
    url: 'https://b.hatena.ne.jp/hotentry/it.rss',
    about: { en: 'Popular technology links in Japanese', ja: '人気の技術記事' },
    language: 'ja',
  },
  {
    title: 'GIGAZINE',
    url: 'https://gigazine.net/news/rss_2.0/',
    about: { en: 'Curiosities and science in Japanese', ja: '科学と雑学のニュース' },
    language: 'ja',
  },
  {
    title: 'Publickey',
    url: 'https://www.publickey1.jp/atom.xml',
    about: { en: 'Software and cloud in Japanese', ja: 'クラウドとソフトウェア' },
    language: 'ja',
  },
];

/** Returns the starter feeds, those in the reader's own language first. */
export const startersFor = (language: Language): StarterFeed[] => [
  ...starterFeeds.filter((feed) => feed.language === language),
  ...starterFeeds.filter((feed) => feed.language !== language),
];
