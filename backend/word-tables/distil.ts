import { basisOf } from './basis.ts';
import { unit } from './principal-components.ts';
import { pseudoHeadlines } from './headlines.ts';
import { type Group, lessonsOf, sentences } from './lessons.ts';
import { learn } from './student.ts';
import { encodeOnce, loadTeacher } from './teacher.ts';

/** Number of pseudo headlines, and how much each counts. */
const [HEADLINES, HEADLINE_WEIGHT] = [10_000, 2.5];

/**
 * Returns vectors of words whose sum over a text comes near to a sentence encoder's vector of the text. They begin as the
 * encoder's vectors of the single words, and are learnt from its vectors of sentences.
 * @param words - the most frequent first.
 * @param neighbours - vectors of the words, which tell what they have to do with each other.
 */
export const distilled = async (
  words: readonly string[],
  neighbours: readonly Float64Array[],
  log: (done: string) => void,
): Promise<Float64Array[]> => {
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  const near = words.map((word, rank) => ({ word, values: unit(neighbours[rank] ?? new Float64Array()) }));
  const groups: Group[] = [
    ...sentences(),
    { texts: pseudoHeadlines(near, HEADLINES), weight: HEADLINE_WEIGHT },
  ];
  const teacher = await loadTeacher();
  const { project, start } = basisOf(await encodeOnce(teacher, words));
  log(`${words.length} words`);
  const lessons = [];
  for (const group of groups) {
    const vectors = await encodeOnce(teacher, group.texts);
    lessons.push(...lessonsOf(group, vectors, project, ranks));
    log(`${group.texts.length} texts such as "${group.texts[0] ?? ''}"`);
  }
  return learn(start, lessons);
};
