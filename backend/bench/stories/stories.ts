import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { signatureOf, type StoryText } from '../../src/scoring/stories/signature.ts';
import { createStoryIndex } from '../../src/scoring/stories/story-index.ts';
import { storyThresholds } from '../../src/scoring/stories/story-thresholds.ts';
import { events, sagas } from './labels.ts';

/*
 * Measures how news folds into stories: which share of the articles that were folded is with others of its event, and
 * which share of those that tell of an event told before was folded. With `--json` the last line is an object of all figures.
 */

const NEWS = join(import.meta.dirname, '../../../../shared/relevance/news.jsonl');
const line = z.object({ title: z.string(), text: z.string() });

type Folded = { at: number; first: number };

/** Gives the texts to an index one after the other. Returns those that joined a story, each with its first one. */
const foldAll = (
  texts: Omit<StoryText, 'feed_id' | 'link'>[],
): { joined: Folded[]; milliseconds: number } => {
  const index = createStoryIndex(storyThresholds);
  const first = new Map<string, number>();
  const joined: Folded[] = [];
  const start = performance.now();
  for (const [at, text] of texts.entries()) {
    const article_id = String(2n ** 60n + BigInt(at));
    const written_at = new Date(Date.UTC(2026, 0, 31) + at).toISOString();
    const signature = signatureOf({ ...text, feed_id: `feed ${at}`, link: null });
    const recent = { article_id, feed_id: `feed ${at}`, published_at: written_at, written_at, signature };
    index.add(recent);
    const story = index.decide(recent);
    if (story !== null) index.join(article_id, story);
    const whole = index.storyOf(article_id);
    if (story === null) first.set(whole, at);
    else joined.push({ at, first: first.get(whole) ?? at });
  }
  return { joined, milliseconds: (performance.now() - start) / texts.length };
};

const share = (lists: readonly (readonly number[])[], a: number, b: number): boolean =>
  lists.some((list) => list.includes(a) && list.includes(b));

const figures: Record<string, number> = {};

const measure = (name: string, texts: Omit<StoryText, 'feed_id' | 'link'>[]): void => {
  const { joined, milliseconds } = foldAll(texts);
  const isRight = ({ at, first }: Folded) => share(events, at, first);
  const isRelated = (folded: Folded) => !isRight(folded) && share(sagas, folded.at, folded.first);
  const right = joined.filter(isRight).length;
  const related = joined.filter(isRelated).length;
  const wrong = joined.filter((folded) => !isRight(folded) && !isRelated(folded));
  const told = events.reduce((sum, list) => sum + list.length - 1, 0);
  const precision = (right + related) / joined.length;
  Object.assign(figures, {
    [`${name}_folded`]: joined.length,
    [`${name}_right`]: Math.round(precision * 1000) / 1000,
    [`${name}_found`]: Math.round((right / told) * 1000) / 1000,
  });
  console.log(
    `${name}: ${joined.length} folded, ${(precision * 100).toFixed(1)} % right (${right} of the event, ${related} of its saga, ` +
      `${wrong.length} wrong), ${((right / told) * 100).toFixed(0)} % of ${told} found, ${milliseconds.toFixed(2)} ms an article`,
  );
  for (const { at, first } of wrong) console.log(`  wrong: ${texts[at]?.title} / ${texts[first]?.title}`);
};

if (existsSync(NEWS)) {
  const texts = readFileSync(NEWS, 'utf8')
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)));
  measure('news', texts);
  measure(
    'news_titles_only',
    texts.map(({ title }) => ({ title, text: '' })),
  );
} else console.log('../shared is absent: nothing is measured');
if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
