import { hostOf } from '../../../lib/format.ts';
import type { Language } from '../../../lib/i18n/languages.ts';
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
    const language = (['en', 'ja', 'de'] as const).find((each) => each === languageName);
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
