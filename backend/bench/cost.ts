import { scoreArticle, type ScoringKeyword } from '../src/model/score/score.ts';
import { bySample } from '../src/model/score/usual-cosines.ts';
import { referenceRequests } from '../src/scoring/reference-texts.ts';
import { textHash, toStored, type StoredVector } from '../src/model/score/vector.ts';
import { startTestApp, type TestApp } from '../test/harness/app.ts';
import { skipsDynamoDbLocal, startDynamoDbLocal } from '../test/harness/engines/dynamodb-local.ts';
import { addReaders, keyword } from '../test/harness/scoring-samples.ts';
import { benchArticle, countedEmbedder, queueScores, topics, type Kind } from './cost-samples.ts';

/*
 * Measures what scoring costs: texts sent to the model, write and read units, and time. `--entries=5000` and
 * `--all=14000` set the sizes. With `--json` the last line of the output is one JSON object of all figures.
 */

const numberOf = (name: string, otherwise: number): number => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given === undefined ? otherwise : Number(given.slice(name.length + 3));
};
const ENTRIES = numberOf('entries', 5000);
const ALL = numberOf('all', 14_000);
const KEYWORDS = 50;

const figures: Record<string, number> = {};
const report = (kind: Kind, name: string, values: Record<string, number>) => {
  const parts = Object.entries(values).map(([unit, value]) => {
    const rounded = Math.round(value * 100) / 100;
    figures[`${kind}_${name}_${unit}`] = rounded;
    return `${rounded} ${unit.replaceAll('_', ' ')}`;
  });
  console.log(`${kind}, ${name.replaceAll('_', ' ')}: ${parts.join(', ')}`);
};

const secondsOf = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
};

const measured = async (app: TestApp, texts: () => number, run: () => Promise<unknown>) => {
  app.takeUnits();
  texts();
  const seconds = await secondsOf(run);
  const { read, write } = app.takeUnits();
  return { model_texts: texts(), write_units: write, read_units: read, seconds };
};

const addKeywords = async (app: TestApp, user: string, chosen: string[]) => {
  for (const text of chosen) await app.as(user).call('addKeyword', keyword(text));
};

const fill = async (app: TestApp, count: number, from = 0) => {
  for (let start = from; start < from + count; start += 1000) {
    const size = Math.min(1000, from + count - start);
    const articles = Array.from({ length: size }, (_, n) => benchArticle(app, start + n));
    await app.stores.articles.putMany(articles);
    queueScores(app, articles, 50);
    await app.settle();
  }
};

/** Measures 100 new articles that arrive two a fetch for three readers with ten keywords each. */
const arriving = async (kind: Kind) => {
  const { embedder, take } = countedEmbedder(kind);
  const app = await startTestApp({ embedder, startEngine: startDynamoDbLocal });
  const readers = ['ann', 'ben', 'cat'];
  await addReaders(app, readers);
  for (const [at, reader] of readers.entries())
    await addKeywords(app, reader, topics.slice(at * 10, at * 10 + 10));
  await fill(app, 100);
  await app.settle();
  const articles = Array.from({ length: 100 }, (_, n) => benchArticle(app, 1000 + n));
  const { seconds: _, ...cost } = await measured(app, take, async () => {
    await app.stores.articles.putMany(articles);
    queueScores(app, articles, 2);
    // Fetches of one feed come an hour apart.
    while (await app.deliver('score', 1));
    await app.settle();
  });
  report(kind, '100_new_articles_for_3_readers', cost);
  await app.close();
};

/** Measures one reader with ten keywords: a changed weight, a recalculation that changes nothing, and a new keyword. */
const changing = async (kind: Kind) => {
  const { embedder, take } = countedEmbedder(kind);
  const app = await startTestApp({ embedder, startEngine: startDynamoDbLocal });
  const local = app.as('local');
  await addReaders(app, ['local']);
  await addKeywords(app, 'local', topics.slice(0, 10));
  await fill(app, ENTRIES);
  const { items } = await local.call('listKeywords');
  const [first] = items;
  if (first === undefined) throw new Error('there is no keyword');
  const weight = await measured(app, take, async () => {
    await local.call('updateKeyword', { params: first, body: { weight: 2 } });
    await app.settle();
  });
  report(kind, `weight_change_over_${ENTRIES}_entries`, weight);
  const again = await measured(app, take, async () => {
    await local.call('recalculate');
    await app.settle();
  });
  report(kind, `recalculation_of_${ENTRIES}_entries_that_changes_nothing`, again);
  const added = await measured(app, take, async () => {
    await local.call('addKeyword', keyword(topics[10] ?? ''));
    await app.settle();
  });
  report(kind, `new_keyword_over_${ENTRIES}_entries`, added);
  await app.close();
};

/** Measures the arithmetic alone: every article against fifty keywords. */
const computing = async (kind: Kind) => {
  const { embedder } = countedEmbedder(kind);
  const storedOf = async (requests: typeof referenceRequests): Promise<StoredVector[]> =>
    (await embedder.embed(requests)).map((result, at) => {
      const request = requests[at];
      if (!result.ok || request === undefined) throw new Error('no vector');
      return toStored(result.embedding, embedder.model, textHash(request));
    });
  const references = await storedOf(referenceRequests);
  const usual = bySample(references);
  const chosen = topics.slice(0, KEYWORDS).map((title) => ({ title, body: '', purpose: 'keyword' as const }));
  const keywords = (await storedOf(chosen)).map((vector, at): ScoringKeyword => ({
    keyword_id: String(at).padStart(12, '0'),
    weight: 1,
    vector,
    usual: usual(vector),
  }));
  let total = 0;
  const seconds = await secondsOf(async () => {
    for (let n = 0; n < ALL; n += 1) {
      const article = references[n % references.length];
      if (article !== undefined) total += scoreArticle(article, keywords).importance_score;
    }
  });
  if (Number.isNaN(total)) throw new Error('a score is no number');
  report(kind, `computing_${ALL}_scores_of_${KEYWORDS}_keywords`, { seconds });
};

/**
 * Measures whole recalculations: after fifty keywords are added, so that every score is new, and after one weight
 * changes.
 */
const recalculating = async (kind: Kind) => {
  const { embedder, take } = countedEmbedder(kind);
  const app = await startTestApp({ embedder, startEngine: startDynamoDbLocal });
  const local = app.as('local');
  await addReaders(app, ['local']);
  await fill(app, ALL);
  const added = await measured(app, take, async () => {
    await addKeywords(app, 'local', topics.slice(0, KEYWORDS));
    await app.settle();
  });
  report(kind, `${KEYWORDS}_keywords_added_over_${ALL}_entries`, added);
  const { items } = await local.call('listKeywords');
  const [first] = items;
  if (first === undefined) throw new Error('there is no keyword');
  const weight = await measured(app, take, async () => {
    await local.call('updateKeyword', { params: first, body: { weight: 2 } });
    await app.settle();
  });
  report(kind, `weight_change_over_${ALL}_entries_and_${KEYWORDS}_keywords`, weight);
  await app.close();
};

if (skipsDynamoDbLocal) throw new Error('write units are measured on DynamoDB Local, which needs Java 17');
for (const kind of ['embedded', 'dense'] as const) {
  await arriving(kind);
  await changing(kind);
  await computing(kind);
  await recalculating(kind);
}
if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
