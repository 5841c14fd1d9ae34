import type { ArticleRow } from '@omomi/backend/contract';
import type { Language } from '../../../lib/i18n/languages.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

type Tier = NonNullable<ArticleRow['tier']>;

/** A part of a list under a head of its own. */
export type Section = {
  /** Differs from those of the other sections of the list. */
  key: string;
  name: string;
  /** The place of its first row in the list, from 0. */
  at: number;
  /** The number of its rows that are loaded. */
  count: number;
};

/** The tiers, the best first. */
const tiers: readonly Tier[] = ['must_read', 'worth_a_look', 'rest'];

const placeOf = ({ tier }: Pick<ArticleRow, 'tier'>): number => tiers.indexOf(tier ?? 'rest');

/** Returns the rows of a page by importance with those of a better tier first, otherwise in their order. */
export const tiersFirst = <R extends Pick<ArticleRow, 'tier'>>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => placeOf(a) - placeOf(b));

/** Returns the sections of rows, each of which begins where the key of a row is another one than that of the row before. */
const sectionsBy = <R,>(
  rows: readonly R[],
  keyOf: (row: R) => string,
  nameOf: (key: string) => string,
): Section[] => {
  const sections: Section[] = [];
  for (const [at, row] of rows.entries()) {
    const key = keyOf(row);
    const last = sections.at(-1);
    if (last?.key === key) last.count += 1;
    else sections.push({ key, name: nameOf(key), at, count: 1 });
  }
  return sections;
};

/**
 * Returns the sections of a list by importance. Each tier has one at most: a row that comes after those of a lower tier is in
 * the section of that one, because no row of a list that is read moves.
 */
export const sectionsByTier = (
  rows: readonly Pick<ArticleRow, 'tier'>[],
  names: Readonly<Record<Tier, string>>,
): Section[] => {
  let lowest = 0;
  return sectionsBy(
    rows,
    (row) => {
      lowest = Math.max(lowest, placeOf(row));
      return tiers[lowest] ?? 'rest';
    },
    (key) => names[tiers.find((tier) => tier === key) ?? 'rest'],
  );
};

const DAY_MS = 86_400_000;

/** Returns the number of the day of a time in the time zone of this device. */
const dayOf = (time: Date): number =>
  Math.floor((time.getTime() - time.getTimezoneOffset() * 60_000) / DAY_MS);

/** Returns the time by which a list by time has a row: lists of what stays know when it was saved. */
export const listedAt = ({ saved_at, published_at }: Pick<ArticleRow, 'saved_at' | 'published_at'>): string =>
  saved_at ?? published_at;

/** Returns the sections of a list by time: today, yesterday, the other days of the week by name, older days by date. */
export const sectionsByDay = (
  rows: readonly Pick<ArticleRow, 'saved_at' | 'published_at'>[],
  now: Date,
  language: Language,
): Section[] => {
  const today = dayOf(now);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const date = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const nameOf = (key: string): string => {
    const ago = today - Number(key);
    const noon = new Date((Number(key) + 0.5) * DAY_MS);
    if (ago < 2) return capital(relative.format(-ago, 'day'), language);
    // Japanese brackets are as wide as its letters; formatters write narrow ones.
    return (ago < 7 ? weekday : date).format(noon).replace(/\((.)\)/, '（$1）');
  };
  return sectionsBy(rows, (row) => String(Math.min(today, dayOf(new Date(listedAt(row))))), nameOf);
};

const capital = (text: string, language: Language): string =>
  `${text.slice(0, 1).toLocaleUpperCase(language)}${text.slice(1)}`;

type Props = {
  section: Section;
  /** False if rows of the section may not be loaded yet. */
  isWhole: boolean;
  /** The number of its line. */
  line: number;
  measure: (element: Element | null) => void;
};

/** Shows the name of a section and the number of its articles. It stays in view while its rows are read. */
export const SectionHead = ({ section: { name, count }, isWhole, line, measure }: Props) => {
  const { t } = useI18n();
  return (
    <li className="section-head" ref={measure} data-index={line} data-testid="section-head">
      <h2>{name}</h2>
      <span>
        {t.numbers.whole(count)}
        {isWhole ? '' : '+'}
      </span>
    </li>
  );
};
