import { articleIdFrom } from '../../src/model/article/canonical-link.ts';
import { firstOfStory, type RecentText } from '../../src/model/story/story.ts';
import { signatureOf, type StoryText } from '../../src/stories/signature.ts';
import { createStoryIndex } from '../../src/stories/story-index.ts';
import { storyRules } from '../../src/stories/evidence.ts';

/** A text with the name by which labels know it, and the time when it was published; null counts as now. */
export type BenchText = StoryText & { name: string; published_at: string | null };

/** A text that joined the story that the text `first` began. */
export type Fold = { text: BenchText; first: BenchText };

const NOW = Date.UTC(2026, 0, 31);

/** Gives the texts to an index one after the other, as if all had arrived at once. Returns those that joined a story. */
export const foldAll = (texts: BenchText[]): { folds: Fold[]; milliseconds: number } => {
  const index = createStoryIndex(storyRules);
  const byId = new Map<string, BenchText>();
  const folds: Fold[] = [];
  const start = performance.now();
  for (const [at, text] of texts.entries()) {
    const recent = recentText(text, at);
    byId.set(recent.article_id, text);
    index.add(recent);
    const story = index.decide(recent);
    if (story === null) continue;
    index.join(recent.article_id, story);
    const first = byId.get(firstOfStory(story));
    if (first !== undefined) folds.push({ text, first });
  }
  return { folds, milliseconds: (performance.now() - start) / texts.length };
};

const recentText = (text: BenchText, at: number): RecentText => {
  const written_at = new Date(NOW + at).toISOString();
  return {
    article_id: articleIdFrom('bench', text.name),
    feed_id: text.feed_id,
    published_at: text.published_at ?? written_at,
    written_at,
    signature: signatureOf(text),
  };
};
