/** Prefixes of month names and of their usual abbreviations, long enough to tell them apart; lower case, no accents. */
const MONTH_PREFIXES: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen', 'янв'],
  ['feb', 'fev', 'фев'],
  ['mar', 'maa', 'mrt', 'мар'],
  ['apr', 'avr', 'abr', 'апр'],
  ['may', 'mai', 'mei', 'mag', 'maj', 'мая', 'маи'],
  ['jun', 'juin', 'giu', 'июн'],
  ['jul', 'juil', 'lug', 'июл'],
  ['aug', 'aou', 'ago', 'авг'],
  ['sep', 'set', 'сен'],
  ['oct', 'okt', 'out', 'ott', 'окт'],
  ['nov', 'ноя'],
  ['dec', 'dez', 'dic', 'дек'],
];

const MONTHS = new Map(MONTH_PREFIXES.flatMap((names, month) => names.map((name) => [name, month + 1])));

/** Returns the month, 1 to 12; null for a word that is not the name of a month. */
export const monthOf = (word: string): number | null => {
  // Remove accents. The Cyrillic short i also loses its breve, which makes no difference here.
  const plain = word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  return MONTHS.get(plain.slice(0, 4)) ?? MONTHS.get(plain.slice(0, 3)) ?? null;
};

/** Offsets from UTC in minutes. If a name stands for several zones, this is the one that RFC 822 or most feeds mean. */
const ZONES = new Map<string, number>([
  ['ut', 0],
  ['utc', 0],
  ['gmt', 0],
  ['z', 0],
  ['wet', 0],
  ['west', 60],
  ['bst', 60],
  ['cet', 60],
  ['met', 60],
  ['mez', 60],
  ['cest', 120],
  ['mest', 120],
  ['mesz', 120],
  ['sast', 120],
  ['eet', 120],
  ['eest', 180],
  ['msk', 180],
  ['msd', 240],
  ['gst', 240],
  ['pkt', 300],
  ['ist', 330],
  ['ict', 420],
  ['wib', 420],
  ['hkt', 480],
  ['sgt', 480],
  ['awst', 480],
  ['pht', 480],
  ['jst', 540],
  ['kst', 540],
  ['acst', 570],
  ['aest', 600],
  ['acdt', 630],
  ['aedt', 660],
  ['nzst', 720],
  ['nzdt', 780],
  ['art', -180],
  ['brt', -180],
  ['adt', -180],
  ['ast', -240],
  ['edt', -240],
  ['est', -300],
  ['cdt', -300],
  ['cst', -360],
  ['mdt', -360],
  ['mst', -420],
  ['pdt', -420],
  ['pst', -480],
  ['akdt', -480],
  ['akst', -540],
  ['hst', -600],
]);

/** Returns the minutes east of UTC for the name of a zone; null for an unknown name. */
export const zoneOffset = (name: string): number | null => ZONES.get(name.toLowerCase()) ?? null;
