import { hostOf } from '../../../lib/format.ts';
import { type Language, languages } from '../../../lib/i18n/languages.ts';
import text from './feeds.tsv?raw';

/** The topics by which feeds can be found, in the order in which they are offered. */
export const topics = [
  'news',
  'technology',
  'programming',
  'science',
  'business',
  'design',
  'culture',
  'screen',
  'music',
  'games',
  'photography',
  'food',
  'travel',
  'sports',
  'life',
] as const;
export type Topic = (typeof topics)[number];

/** A well-known feed. `source` names the public list from which its address comes. */
export type KnownFeed = { title: string; url: string; topic: Topic; language: Language; source: string };

/** Reads the lines of the list. Those that have another form are left out. */
const readFeeds = (lines: string): KnownFeed[] =>
  lines.split('\n').flatMap((line) => {
    if (line.startsWith('#')) return [];
    const [title, url, topicName, languageName, source] = line.split('\t');
    const topic = topics.find((each) => each === topicName);
    const language = languages.find((each) => each === languageName);
    if (!title || !url || !source || topic === undefined || language === undefined) return [];
    return [{ title, url, topic, language, source }];
  });

/** All well-known feeds, by topic. */
export const knownFeeds: readonly KnownFeed[] = readFeeds(text);

const folded = (words: string): string => words.normalize('NFKC').toLocaleLowerCase();

/** Returns the feeds with those in the reader's language first, then the English ones. Others keep their order. */
const ownFirst = (feeds: readonly KnownFeed[], language: Language): KnownFeed[] => {
  const rank = (feed: KnownFeed): number => (feed.language === language ? 0 : feed.language === 'en' ? 1 : 2);
  return feeds.toSorted((a, b) => rank(a) - rank(b));
};

/** Returns the feeds of a topic, those in the reader's language first. */
export const feedsOf = (topic: Topic, language: Language): KnownFeed[] =>
  ownFirst(
    knownFeeds.filter((feed) => feed.topic === topic),
    language,
  );

/**
 * Finds feeds that have each of these words in their title, their host or the name of their topic, in any case. Those whose
 * title begins with the words come first, then those in the reader's language. Returns none without a word.
 * @param nameOf - Returns the name of a topic in the reader's language.
 */
export const findFeeds = (
  words: string,
  language: Language,
  nameOf: (topic: Topic) => string,
): KnownFeed[] => {
  const wanted = folded(words).split(/\s+/u).filter(Boolean);
  if (wanted.length === 0) return [];
  const found = knownFeeds.filter(({ title, url, topic }) => {
    const all = folded(`${title} ${hostOf(url)} ${nameOf(topic)}`);
    return wanted.every((word) => all.includes(word));
  });
  const begins = ({ title }: KnownFeed): boolean => folded(title).startsWith(folded(words).trim());
  return ownFirst(found, language).toSorted((a, b) => Number(begins(b)) - Number(begins(a)));
};

/** English words for each topic, by which feeds are compared: their titles seldom say what they are about. */
const wordsOfTopic: Readonly<Record<Topic, string>> = {
  news: 'news politics world',
  technology: 'technology gadgets computers internet',
  programming: 'programming software engineering code',
  science: 'science research space physics',
  business: 'business economy startups finance',
  design: 'design architecture interior',
  culture: 'culture books art history',
  screen: 'movies film television',
  music: 'music songs albums',
  games: 'video games gaming',
  photography: 'photography photos camera',
  food: 'food recipes cooking',
  travel: 'travel destinations',
  sports: 'sports football',
  life: 'life beauty fashion home',
};

/** Returns the words by which a feed is compared with another one. */
export const wordsAbout = ({ title, topic }: KnownFeed): string => `${title} ${wordsOfTopic[topic]}`;

/** The nearest feeds of a topic that tell how near the topic is, the least nearness of one that is offered, and how many are. */
const OF_A_TOPIC = 4;
const LEAST_NEARNESS = 0.3;
const MOST_ALIKE = 5;

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/**
 * Returns the feeds that are most like one, all of one topic: that whose nearest feeds are the nearest. Returns none if no topic is near
 * enough, as for a feed in a language of which no word is known.
 * @param nearness - How near each of `feeds` is, a cosine, in their order.
 * @param languages - Those in which the feeds may be.
 */
export const feedsLike = (
  feeds: readonly KnownFeed[],
  nearness: readonly number[],
  languages: ReadonlySet<string>,
): KnownFeed[] => {
  const near = feeds
    .map((feed, at) => ({ feed, nearness: nearness[at] ?? 0 }))
    .filter(({ feed }) => languages.has(feed.language))
    .toSorted((a, b) => b.nearness - a.nearness);
  const [best] = [...Map.groupBy(near, ({ feed }) => feed.topic).values()]
    .map((ofTopic) => ({ ofTopic, is: mean(ofTopic.slice(0, OF_A_TOPIC).map((each) => each.nearness)) }))
    .toSorted((a, b) => b.is - a.is);
  if (best === undefined || best.is < LEAST_NEARNESS) return [];
  return best.ofTopic.slice(0, MOST_ALIKE).map(({ feed }) => feed);
};
