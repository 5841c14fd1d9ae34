import { articleIdFrom } from '../../src/model/article/canonical-link.ts';
import type { RecentText } from '../../src/model/story/story.ts';
import { signatureOf } from '../../src/stories/signature.ts';
import { createStoryIndex } from '../../src/stories/story-index.ts';
import { storyRules } from '../../src/stories/evidence.ts';
import { hardPairs, type PairKind } from './pairs.ts';

const START = Date.UTC(2026, 0, 31);
const HOUR_MS = 3_600_000;

/** The outcome of a pair: the second article folds, or continues the first one, or neither. */
type Outcome = 'folds' | 'continues' | 'apart';

/** Returns the outcome of each pair, each alone in an index of the firsts of all pairs. */
export const decideHardPairs = (): { kind: PairKind; outcome: Outcome; titles: string }[] => {
  const firsts = hardPairs.map(([, , first], at) => recent(`first ${at}`, first, 0));
  return hardPairs.map(([kind, hours, [title], told], at) => {
    const index = createStoryIndex(storyRules);
    for (const each of firsts) {
      index.add(each);
      index.decide(each);
    }
    const second = recent(`second ${at}`, told, hours);
    index.add(second);
    const own = (story: string | null): boolean =>
      story !== null && story === index.storyOf(firsts[at]?.article_id ?? '');
    const outcome = own(index.decide(second))
      ? 'folds'
      : own(index.earlierOf(second))
        ? 'continues'
        : 'apart';
    return { kind, outcome, titles: `${title} / ${told[0]}` };
  });
};

const recent = (name: string, [title, text]: readonly [string, string], hours: number): RecentText => ({
  article_id: articleIdFrom('hard', name),
  feed_id: name,
  published_at: new Date(START + hours * HOUR_MS).toISOString(),
  written_at: new Date(START + hours * HOUR_MS).toISOString(),
  signature: signatureOf({ feed_id: name, link: null, title, text }),
});
