import { present, readShownText, type TextContext } from '../articles/reading/shown-entry.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Language, MachineTextAnswer, MachineKind } from '../contract/index.ts';
import { DomainError } from '../lib/errors.ts';
import type { Context } from '../model/context.ts';
import type { TextModel, MachineText, MachineTextKey } from '../model/text/text-model.ts';
import { sourceOf, AnswerError, mostCost, type Prompt, promptsFor, type Source } from './prompts.ts';
import { digest } from '../lib/digest.ts';
import { ModelCallError } from '../scoring/embedders/model-call.ts';

type EndpointContext = MakeContext & TextContext & Pick<Context, 'entries' | 'textModel'>;

type Asked = Pick<Wanted, 'kind' | 'language'> & { user_id: string; article_id: string };

const BILLIONTHS = 1e9;

/** The endpoints for summaries and translations by the owner's model. */
export const machineTextEndpoints = (
  ctx: EndpointContext,
): HandlersOf<'getMachineText' | 'makeMachineText'> => ({
  getMachineText: async ({ reader: { user_id }, params: { article_id }, query }) => {
    const { model, wanted } = await find(ctx, { user_id, article_id, ...query });
    return answer(ctx, model, article_id, wanted);
  },
  makeMachineText: async ({ reader: { user_id }, params: { article_id }, body }) => {
    const { model, wanted } = await find(ctx, { user_id, article_id, ...body });
    await makeText(ctx, model, article_id, wanted);
    return answer(ctx, model, article_id, wanted);
  },
});

/** Returns the model and what it is to read. @throws NOT_FOUND without a model, or for an article that the reader does not have */
const find = async (
  ctx: EndpointContext,
  { user_id, article_id, kind, language }: Asked,
): Promise<{ model: TextModel; wanted: Wanted }> => {
  if (ctx.textModel === null) throw new DomainError('NOT_FOUND', 'This service has no model for texts.');
  const entry = present(await ctx.entries.get(user_id, article_id), ctx.now().toISOString());
  const { body } = await readShownText(ctx, entry);
  return { model: ctx.textModel, wanted: { kind, language, source: sourceOf(entry.title, body) } };
};

const answer = async (
  ctx: EndpointContext,
  model: TextModel,
  articleId: string,
  wanted: Wanted,
): Promise<MachineTextAnswer> => {
  const now = ctx.now();
  const { month, ends_at } = monthOf(now);
  const [text, used] = await Promise.all([
    ctx.machineTexts.get(keyOf(model, articleId, wanted), now.toISOString()),
    ctx.machineTexts.costOf(month),
  ]);
  const made = text === 'claimed' ? null : text;
  return {
    state: made !== null ? 'made' : text === 'claimed' ? 'coming' : 'none',
    paragraphs: made?.paragraphs ?? [],
    model: model.name,
    made_at: made?.made_at ?? null,
    usd: (made?.cost ?? estimate(model, wanted)) / BILLIONTHS,
    is_cut: wanted.source.is_cut,
    month: { used_usd: used / BILLIONTHS, most_usd: model.monthly_limit / BILLIONTHS, ends_at },
  };
};

type MakeContext = Pick<Context, 'machineTexts' | 'now' | 'newId' | 'log'> & {
  settings: Pick<Context['settings'], 'ARTICLE_RETENTION_DAYS'>;
};

type Wanted = { kind: MachineKind; language: Language; source: Source };

const DAY_SECONDS = 86_400;
/** Days for which the cost of a month is kept. */
const MONTH_DAYS = 400;
/** Milliseconds for which a claim outlives the calls, to store what they brought. */
const GRACE_MS = 5_000;
/** Raised when the instructions change, so that texts are made anew. */
const PROMPTS = 1;

/** Returns the key under which a text is kept: by the article and the very text that the reader sees, so that only who has it is shown it. */
const keyOf = (model: TextModel, articleId: string, wanted: Wanted): MachineTextKey => {
  const { kind, language, source } = wanted;
  const parts = [String(PROMPTS), model.name, kind, language, source.title, ...source.paragraphs];
  return { article_id: articleId, version: digest(32, ...parts) };
};

/** Returns the most that making a text may cost, in billionths of a USD. */
const estimate = (model: TextModel, { kind, language, source }: Wanted): number =>
  sum(promptsFor(kind, language, source).map((prompt) => mostCost(prompt, model.price)));

/** The calendar month (UTC) of a time, and when it ends. */
const monthOf = (now: Date): { month: string; ends_at: string } => ({
  month: now.toISOString().slice(0, 7),
  ends_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString(),
});

/**
 * Makes a text, once for all who ask for it. First the right to make it is taken, then the most that it may cost is counted into the
 * month; afterwards what it did cost takes the place of that. A process that dies in between leaves the larger sum.
 *
 * Does nothing if the text is there or another process makes it.
 * @throws TEXT_MODEL_LIMIT, TEXT_MODEL_FAILED
 */
const makeText = async (
  ctx: MakeContext,
  model: TextModel,
  articleId: string,
  wanted: Wanted,
): Promise<void> => {
  if (wanted.source.paragraphs.length === 0) throw failed('This article has no text.');
  const key = keyOf(model, articleId, wanted);
  const now = ctx.now();
  const owner = ctx.newId();
  const seconds = Math.floor(now.getTime() / 1000);
  const ttl = seconds + ctx.settings.ARTICLE_RETENTION_DAYS * DAY_SECONDS;
  const until = new Date(now.getTime() + model.timeout_ms + GRACE_MS).toISOString();
  if (!(await ctx.machineTexts.claim(key, { owner, now: now.toISOString(), until, ttl }))) return;
  try {
    const text = await pay(ctx, model, now, promptsFor(wanted.kind, wanted.language, wanted.source));
    const made_at = ctx.now().toISOString();
    await ctx.machineTexts.put(key, { ...text, kind: wanted.kind, model: model.name, made_at, ttl });
  } catch (error) {
    await ctx.machineTexts.release(key, owner);
    throw error;
  }
};

/** Counts the most that the calls may cost, makes them, and counts what they did cost instead. */
const pay = async (
  ctx: MakeContext,
  model: TextModel,
  now: Date,
  prompts: Prompt[],
): Promise<Pick<MachineText, 'paragraphs' | 'cost'>> => {
  const { month, ends_at } = monthOf(now);
  const ttl = Math.floor(now.getTime() / 1000) + MONTH_DAYS * DAY_SECONDS;
  const reserved = sum(prompts.map((prompt) => mostCost(prompt, model.price)));
  const limit = model.monthly_limit;
  if (!(await ctx.machineTexts.addCost(month, reserved, { limit, ttl })))
    throw new DomainError(
      'TEXT_MODEL_LIMIT',
      'The model has cost what it may cost in this month, or this text would exceed it.',
      { ends_at },
    );
  const outcomes = await Promise.all(prompts.map((prompt) => askOnce(model, prompt)));
  const cost = sum(outcomes.map((outcome) => outcome.cost));
  if (cost !== reserved) await ctx.machineTexts.addCost(month, cost - reserved, { ttl });
  const wrong = outcomes.find((outcome) => outcome.error !== undefined)?.error;
  if (wrong !== undefined) {
    ctx.log.warn('text model failed', { model: model.name, error: wrong });
    throw failed(reasonOf(wrong), { cause: wrong });
  }
  return { paragraphs: outcomes.flatMap(({ paragraphs = [] }) => paragraphs), cost };
};

type Outcome = { cost: number; paragraphs?: string[]; error?: Error };

/** Makes one call. A call of which nobody knows what it used has cost the most that it may. */
const askOnce = async (model: TextModel, prompt: Prompt): Promise<Outcome> => {
  let cost = mostCost(prompt, model.price);
  try {
    const { text, tokens } = await model.ask(prompt);
    if (tokens !== null)
      cost = Math.ceil(tokens.input * model.price.input + tokens.output * model.price.output);
    return { cost, paragraphs: prompt.read(text) };
  } catch (error) {
    if (error instanceof AnswerError) return { cost, error };
    if (error instanceof ModelCallError) return { cost: error.is_answered ? 0 : cost, error };
    throw error;
  }
};

const failed = (message: string, options?: ErrorOptions) =>
  new DomainError('TEXT_MODEL_FAILED', message, null, options);

/** Returns what a reader is told. The words of the model's server are for the log alone. */
const reasonOf = (error: Error): string => {
  if (error instanceof AnswerError) return error.message;
  switch (error instanceof ModelCallError ? error.fault : 'malformed') {
    case 'busy':
      return 'The model does not answer at the moment.';
    case 'text':
      return 'The model refuses this text.';
    case 'refused':
      return 'The model refuses to work for this service.';
    case 'malformed':
      return 'The model answered in a form that is not known.';
  }
};

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);
