import type { Purpose, WordTables } from './word-tables.ts';

/** The endings of words whose last s is no plural. */
const KEEPS_S = /(?:ss|us|is|as|os|ics)$/u;
const MEMORY = 50_000;

export type Stem = (word: string) => string;

type Tables = Pick<WordTables, 'baseOf' | 'rankOf'>;

/**
 * Creates the function that returns the base form of an English word: singular, without -ed or -ing, in American
 * spelling, as the tables have it. A word that the tables lack loses only a regular plural. Takes and returns lower case.
 */
export const createStem = (tables: Tables, purpose: Purpose): Stem => {
  const known = new Map<string, string>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (known.size >= MEMORY) known.clear();
    const base = stemOf(word, tables, purpose);
    known.set(word, base);
    return base;
  };
};

/** A form may be inflected and British at once (colours, organised), so up to three steps are taken. */
const stemOf = (word: string, tables: Tables, purpose: Purpose): string => {
  let base = word;
  for (let step = 0; step < 3; step += 1) {
    const next = SAME_WORD.get(base) ?? oneStep(base, tables, purpose);
    if (next === null) return base;
    base = next;
  }
  return base;
};

const oneStep = (word: string, tables: Tables, purpose: Purpose): string | null =>
  tables.rankOf(word) === undefined ? unknownSingular(word, tables) : tables.baseOf(word, purpose);

const unknownSingular = (word: string, tables: Tables): string | null => {
  if (word.length < 4 || !/^[a-z]+s$/u.test(word) || KEEPS_S.test(word)) return null;
  return singulars(word).find((base) => tables.rankOf(base) !== undefined) ?? word.slice(0, -1);
};

/** Returns what a word that ends with s may be the plural of, the likeliest first. */
export const singulars = (word: string): string[] => [
  ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  word.slice(0, -1),
  ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
];

/** Irregular plurals and past forms, each followed by its base form. Rules of English grammar cannot derive them. */
const IRREGULAR = `mice mouse children child men man women woman feet foot teeth tooth geese goose oxen ox lice louse dice die
  analyses analysis crises crisis theses thesis hypotheses hypothesis diagnoses diagnosis parentheses parenthesis
  oases oasis syntheses synthesis axes axis bases base criteria criterion phenomena phenomenon bacteria bacterium curricula curriculum
  matrices matrix indices index vertices vertex appendices appendix fungi fungus cacti cactus nuclei nucleus
  stimuli stimulus alumni alumnus wolves wolf knives knife wives wife lives life leaves leaf shelves shelf thieves thief
  halves half calves calf loaves loaf scarves scarf elves elf heroes hero potatoes potato tomatoes tomato echoes echo
  volcanoes volcano mosquitoes mosquito vetoes veto torpedoes torpedo quizzes quiz buses bus gases gas
  ran run won win began begin wrote write written write bought buy brought bring built build caught catch chose choose
  chosen choose drove drive driven drive fell fall fallen fall flew fly flown fly fought fight froze freeze frozen freeze
  grew grow grown grow hid hide hidden hide knew know known know lent lend lost lose paid pay rode ride ridden ride rose
  rise risen rise sang sing sung sing sank sink sold sell shook shake shaken shake slept sleep sought seek spoke speak spoken speak
  stole steal stolen steal struck strike swam swim swum swim taught teach threw throw thrown throw woke wake wore wear
  worn wear dying die lying lie tying tie`;

/** British words, each followed by its American form, that the endings below do not cover. */
const AMERICAN = `grey gray greyish grayish aluminium aluminum programme program programmes program tyre tire plough plow
  jewellery jewelry cheque check kerb curb mould mold pyjamas pajamas storey story sceptic skeptic sceptical skeptical
  maths math mum mom artefact artifact ageing aging judgement judgment enrol enroll fulfil fulfill skilful skillful
  anaemia anemia haemoglobin hemoglobin leukaemia leukemia oestrogen estrogen paediatric pediatric encyclopaedia
  encyclopedia manoeuvre maneuver orthopaedic orthopedic gynaecology gynecology foetus fetus diarrhoea diarrhea
  doughnut donut yoghurt yogurt whisky whiskey wifi wi-fi`;

const pairs = (text: string): [string, string][] => {
  const words = text.trim().split(/\s+/u);
  return Array.from({ length: words.length / 2 }, (_, at) => [words[2 * at] ?? '', words[2 * at + 1] ?? '']);
};

/** Forms that are one word, whatever their vectors say. */
export const SAME_WORD: ReadonlyMap<string, string> = new Map([...pairs(IRREGULAR), ...pairs(AMERICAN)]);
