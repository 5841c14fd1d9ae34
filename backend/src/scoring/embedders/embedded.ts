import { unit } from '../../model/score/vector.ts';
import type { Embedder, Embedding, EmbedRequest } from '../../model/score/embedder.ts';
import { FIRST_TERM, noTerms, MOST_TERMS } from '../../model/score/terms.ts';
import { cutText, limited } from '../../model/score/text-limit.ts';
import { hashOf, glossesOf, sequenceOf, withoutParticles, type Word, wordsOf } from '../words/words.ts';
import { DIMENSION, loadWordTables, type WordTables } from '../words/word-tables.ts';

/**
 * The name and version of the model. Raise it with every change that makes older vectors incomparable with newer ones.
 */
const MODEL = 'embedded-4';

/** Checks whether a model is the embedded one, of any version. It answers at once and costs nothing. */
export const isEmbeddedModel = (model: string): boolean => model.startsWith('embedded-');

/** The most UTF-16 units of a title, or of a keyword, that are read. */
const LONGEST_TITLE = 1_000;
/** The weight of an English word that stands for a Japanese one. */
const GLOSS_WEIGHT = 0.7;
/** The least idf of an English word whose vector tells what a Japanese word means: not `make` for メイク. */
const LEAST_GLOSS = 0.18;
/** The share of a keyword's meaning that its known words must have, for their vector to stand for the keyword. */
const LEAST_KNOWN = 0.5;
/** The most words of a keyword that count. */
const MOST_KEYWORD_WORDS = 32;
const QUOTED = /^\s*["\u201C\u300C](?<phrase>.+)["\u201D\u300D]\s*$/su;

/**
 * Creates the embedder that is part of Omomi: the mean vector of a text's words, and the words themselves. It needs no network,
 * and the same text has the same vector on every machine. It never fails. The tables are read when the first text is embedded.
 */
export const createEmbeddedEmbedder = (): Embedder => ({
  model: MODEL,
  embed: async (requests) => {
    const tables = loadWordTables();
    return requests.map((request) => {
      const embedding = request.purpose === 'article' ? ofArticle : ofKeyword;
      return { ok: true, embedding: embedding(limited(request), tables) };
    });
  },
});

/** Title and body count the same in the mean, however long they are. */
const ofArticle = ({ title, body }: EmbedRequest, tables: WordTables): Embedding => {
  const [head, rest] = [
    withoutParticles(wordsOf(cutText(title, LONGEST_TITLE))),
    withoutParticles(wordsOf(body)),
  ];
  const values = unitMean(head, tables).values;
  unitMean(rest, tables).values.forEach((value, at) => {
    values[at] = (values[at] ?? 0) + value;
  });
  let room = MOST_TERMS;
  const cut = (terms: number[]): Uint32Array => {
    const kept = terms.slice(0, room);
    room -= kept.length;
    return Uint32Array.from(kept);
  };
  return {
    kind: 'hybrid',
    values,
    terms: {
      ...noTerms(),
      title: cut(sequenceOf(head)),
      title_glosses: cut(glossesOf(head)),
      body: cut(sequenceOf(rest)),
      body_glosses: cut(glossesOf(rest)),
    },
  };
};

const ofKeyword = ({ title }: EmbedRequest, tables: WordTables): Embedding => {
  const quoted = QUOTED.exec(title)?.groups?.['phrase'];
  const words = withoutParticles(wordsOf(cutText(quoted ?? title, LONGEST_TITLE))).slice(
    0,
    MOST_KEYWORD_WORDS,
  );
  const glosses = words.flatMap(({ english }) => english);
  const weights = [...words.map(({ idf }) => idf), ...glosses.map(({ idf }) => idf)];
  const { values, known } = unitMean(words, tables);
  const terms = {
    ...noTerms(),
    title: Uint32Array.from(sequenceOf(words).filter((term) => term >= FIRST_TERM)),
    title_glosses: Uint32Array.from(glosses, ({ key }) => hashOf(key)),
    weights: Uint8Array.from(weights, (weight) => Math.round(weight * 255)),
    is_exact: quoted !== undefined,
  };
  return { kind: 'hybrid', values: known < LEAST_KNOWN ? values.fill(0) : values, terms };
};

/**
 * Returns the mean vector of the words at unit length, each weighted by its idf, and the share of what the words say that
 * their vectors cover. The values are all zero if no word is known.
 */
const unitMean = (words: Word[], tables: WordTables): { values: Float32Array; known: number } => {
  const values = new Float32Array(DIMENSION);
  let [said, known] = [0, 0];
  for (const { form, key, idf, is_grammar: isGrammar, english } of words) {
    let isKnown = form !== '' && (tables.addVector(form, idf, values) || tables.addVector(key, idf, values));
    for (const gloss of english)
      if (tables.addVector(gloss.form, GLOSS_WEIGHT * gloss.idf, values))
        isKnown ||= gloss.idf >= LEAST_GLOSS;
    if (isGrammar) continue;
    said += idf;
    if (isKnown) known += idf;
  }
  return {
    values: unit(values),
    known: said === 0 ? 0 : known / said,
  };
};
