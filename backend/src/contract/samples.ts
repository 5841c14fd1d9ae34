/** The host of the sample feeds. The service answers for it itself, since no name under `.invalid` ever leads anywhere. */
export const SAMPLE_HOST = 'samples.omomi.invalid';

/** The sample feeds and the keywords that go with them, by the language of their texts. */
export const samples = {
  en: {
    feeds: ['technology', 'science', 'kitchen', 'city'],
    keywords: ['open source', 'night trains', 'sourdough bread', 'solar power'],
  },
  ja: { feeds: ['gijutsu', 'kurashi'], keywords: ['オープンソース', '夜行列車', '発酵'] },
} as const;

export type SampleLanguage = keyof typeof samples;

const isSampled = (language: string): language is SampleLanguage => Object.hasOwn(samples, language);

/** Returns the language of the samples for a reader: their own if there are samples in it, else English. */
export const sampleLanguage = (language: string): SampleLanguage => (isSampled(language) ? language : 'en');

export type SampleName = (typeof samples)[SampleLanguage]['feeds'][number];

/**
 * Returns the addresses of the sample feeds in a language. They carry the hour of `now` in UTC, from which the feeds date
 * their entries back, so that the entries are recent when they are added and do not change later.
 */
export const sampleAddresses = (language: SampleLanguage, now: Date): string[] =>
  samples[language].feeds.map(
    (name) => `https://${SAMPLE_HOST}/${now.toISOString().slice(0, 13)}/${name}.xml`,
  );

/** Returns true for the address of a sample feed. */
export const isSampleAddress = (url: string): boolean => url.startsWith(`https://${SAMPLE_HOST}/`);

/** Returns true for a keyword of the samples that its reader has not changed. */
export const isSampleKeyword = ({
  text,
  weight,
  is_active,
  is_excluding,
}: {
  text: string;
  weight: number;
  is_active: boolean;
  is_excluding: boolean;
}): boolean =>
  weight === 1 &&
  is_active &&
  !is_excluding &&
  Object.values(samples).some(({ keywords }) => keywords.some((keyword) => keyword === text));
