import { present, readShownText, type TextContext } from '../articles/reading/shown-entry.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { MachineTextAnswer } from '../contract/index.ts';
import { DomainError } from '../lib/errors.ts';
import type { Context } from '../model/context.ts';
import type { TextModel } from '../model/text/text-model.ts';
import { estimate, keyOf, type MakeContext, makeText, monthOf, type Wanted } from './make-text.ts';
import { sourceOf } from './prompts.ts';

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
