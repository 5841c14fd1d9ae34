import { languageOf } from '../../../lib/format.ts';

/** The languages that a script of theirs tells. */
const scripts = [
  ['ru', /\p{sc=Cyrillic}/gu],
  ['el', /\p{sc=Greek}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['hi', /\p{sc=Devanagari}/gu],
  ['th', /\p{sc=Thai}/gu],
] as const;

/** Frequent short words of languages that share the Latin script. */
const words = {
  en: 'the of and to in is that for it with as was on are by this be from at have not',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch',
  fr: 'de la le et les des en un du une que est pour qui dans par plus pas au sur ne',
  es: 'de la que el en y a los se del las un por con no una su para es al lo',
  it: 'di e il la che in a per un è del non sono le si con i da della una gli',
  pt: 'de a o que e do da em um para é com não uma os no se na por mais as',
  nl: 'de van een het en in is dat op te zijn met voor niet aan er om ook als dan bij',
} as const;

const known = Object.entries(words).map(([language, list]) => [language, new Set(list.split(' '))] as const);

/** The characters of a text that are looked at. */
const LOOKED_AT = 4_000;

/** Returns a tag with the region that the reader prefers for it, since a browser has voices of regions. */
const withRegion = (language: string, preferred: readonly string[]): string =>
  preferred.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;

/**
 * Returns the language in which a text is read aloud, as a tag of BCP 47: by its script, or by its frequent words; the first of
 * `preferred` if neither tells. It has the reader's region, such as that of `en-GB`.
 * @param preferred - The languages that the reader prefers, as `navigator.languages` has them.
 */
export const spokenLanguage = (text: string, preferred: readonly string[]): string => {
  const looked = text.slice(0, LOOKED_AT);
  const letters = looked.match(/\p{L}/gu)?.length ?? 0;
  const isWritten = (script: RegExp): boolean => (looked.match(script)?.length ?? 0) > letters / 3;
  const eastAsian = languageOf(looked);
  const han = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
  if (eastAsian !== undefined && isWritten(han))
    return { ja: 'ja-JP', ko: 'ko-KR', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW' }[eastAsian];
  const byScript = scripts.find(([, script]) => isWritten(script))?.[0];
  // Letters that Ukrainian has and Russian has not.
  if (byScript === 'ru' && /[іїєґ]/iu.test(looked)) return withRegion('uk', preferred);
  if (byScript !== undefined) return withRegion(byScript, preferred);
  const spoken = looked.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = known.map(([language, list]) => ({
    language,
    count: spoken.filter((word) => list.has(word)).length,
  }));
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count === 0 ? (preferred[0] ?? 'en') : withRegion(best.language, preferred);
};
