const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Keeps what `create` makes for each language: making a formatter takes longer than drawing a row. */
const forLanguages = <T>(create: (language: string) => T): ((language: string) => T) => {
  const made = new Map<string, T>();
  return (language) => {
    const known = made.get(language) ?? create(language);
    made.set(language, known);
    return known;
  };
};

const agoWords = forLanguages(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
);
const leftWords = forLanguages((language) => new Intl.RelativeTimeFormat(language));
const monthAndDay = forLanguages(
  (language) => new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }),
);
const fullDay = forLanguages(
  (language) => new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', year: 'numeric' }),
);
const dayAndTime = forLanguages(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }),
);

/** Formats a time as "5 minutes ago". After a week it is the date, with the year unless it is the current one. */
export const relativeTime = (iso: string, now: Date, language: string): string => {
  const then = new Date(iso);
  const age = now.getTime() - then.getTime();
  const words = agoWords(language);
  if (age < minute) return words.format(0, 'second');
  if (age < hour) return words.format(-Math.floor(age / minute), 'minute');
  if (age < day) return words.format(-Math.floor(age / hour), 'hour');
  if (age < 7 * day) return words.format(-Math.floor(age / day), 'day');
  const sameYear = then.getUTCFullYear() === now.getUTCFullYear();
  return (sameYear ? monthAndDay : fullDay)(language).format(then);
};

/** The time before an article goes in which its row says so. */
const lastHours = 48 * hour;

/** Formats the time until an article goes as "in 2 days" or "in 5 hours"; null if that is more than 48 hours. */
export const timeLeft = (expiresAt: string | null, now: Date, language: string): string | null => {
  if (expiresAt === null) return null;
  const left = Math.max(0, new Date(expiresAt).getTime() - now.getTime());
  if (left > lastHours) return null;
  const words = leftWords(language);
  if (left > day) return words.format(Math.ceil(left / day), 'day');
  if (left > hour) return words.format(Math.ceil(left / hour), 'hour');
  return words.format(Math.ceil(left / minute), 'minute');
};

/** Returns a time without its date if it is of today, in the reader's time zone; otherwise with its day. */
export const shortTime = (iso: string, now: Date, language: string): string => {
  const at = new Date(iso);
  const isToday = at.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(language, {
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
};

export const fullTime = (iso: string, language: string): string => dayAndTime(language).format(new Date(iso));

/** Formats a score or contribution with two decimals. One that would be 0.00 is `<0.01`, and 0 is `0`. */
export const scoreText = (score: number): string => {
  if (score === 0) return '0';
  return isTelling(score) ? (Math.round(score * 100) / 100).toFixed(2).replace('-', '−') : '<0.01';
};

/** Formats a contribution with its sign. */
export const signedText = (contribution: number): string =>
  `${contribution < 0 ? '−' : '+'}${scoreText(Math.abs(contribution))}`;

/** Returns true if a contribution is not displayed as 0.00. */
export const isTelling = (contribution: number): boolean => Math.abs(contribution) >= 0.005;

/** Formats a weight without needless zeros: 1, 0.5, 2.5. */
export const weightText = (weight: number): string => String(Number(weight.toPrecision(3)));

/** Returns `ja` for a text with kana, so that the browser uses Japanese glyphs and line breaks. */
export const languageOf = (text: string): 'ja' | undefined =>
  /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) ? 'ja' : undefined;

export const hostOf = (address: string): string => {
  try {
    return new URL(address).hostname.replace(/^www\./, '');
  } catch {
    return address;
  }
};
