import pMap from 'p-map';
import { z } from 'zod';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { onlyPage, queueName, type DeadLetter, type JobKind } from '../contract/index.ts';
import { startJob } from '../jobs/start-job.ts';
import { DomainError, invalidInput } from '../lib/errors.ts';
import { redactFieldsOf, redactText } from '../logging/redact.ts';
import { beginLeaving, type LeavingContext } from '../my-data/leave-endpoint.ts';
import type { Context } from '../model/context.ts';
import { allReaders } from '../model/reader/reader.ts';
import { dispatch } from '../refresh/dispatch.ts';
import { jobForReader } from './job-for-reader.ts';
import { ownerLists, toReader, type ListsContext } from './owner-lists.ts';
import type { OwnedQueues, StoredDeadLetter } from './queues.ts';

const messageShape = z.record(z.string(), z.unknown());
/** The shape of a message that carries the reason for its failure: an article that the model refuses. */
const withFailure = z.object({ failure: z.object({ reason: z.string() }) });

const readBody = (body: string): Record<string, unknown> => {
  try {
    const parsed = messageShape.safeParse(JSON.parse(body));
    if (parsed.success) return parsed.data;
  } catch {
    // Show the body as it is.
  }
  return { body };
};

/**
 * Returns a dead letter for the owner. Readers' credentials in feed addresses are removed, because the owner may not
 * see them.
 */
const toDeadLetter = ({ message_id, body, sent_at, reason }: StoredDeadLetter): DeadLetter => {
  const message = readBody(body);
  const why = withFailure.safeParse(message).data?.failure.reason ?? reason;
  return {
    message_id,
    sent_at: sent_at.toISOString(),
    reason: why === null ? null : redactText(why),
    message: redactFieldsOf(message),
  };
};

const CONCURRENT_STARTS = 8;

type DeploymentContext = LeavingContext &
  Pick<Context, 'feeds' | 'log' | 'readers' | 'sendFetch' | 'subscriptions'>;

/**
 * Returns the ids of all listed readers and of the asking one, because the reader of a runner without sign-in is not
 * listed.
 */
const everyReader = async ({ readers }: DeploymentContext, asking: string): Promise<Set<string>> => {
  const all = new Set([asking]);
  for await (const userId of allReaders(readers)) all.add(userId);
  return all;
};

/** Starts the job that this reader gets. Returns false if there is none. */
const startFor = async (ctx: DeploymentContext, user_id: string, kind: JobKind): Promise<boolean> => {
  const profile = await ctx.profiles.get(user_id);
  const isFollowing = profile === null && (await ctx.subscriptions.list(user_id)).length > 0;
  const own = jobForReader(kind, { user_id, profile, isListed: true, isFollowing });
  if (own !== null) await startJob(ctx, user_id, own);
  return own !== null;
};

/** Starts a job for every reader, and returns how many were started. */
const startForAll = async (ctx: DeploymentContext, asking: string, kind: JobKind): Promise<number> => {
  const all = await everyReader(ctx, asking);
  const started = await pMap(all, (userId) => startFor(ctx, userId, kind), {
    concurrency: CONCURRENT_STARTS,
  });
  return started.filter(Boolean).length;
};

const DEAD_LETTERS = 50;

/** The owner's endpoints. The API admits only the owner to them. */
export const ownerEndpoints = (
  ctx: DeploymentContext & ListsContext & { queues: OwnedQueues },
): HandlersOf<
  | 'listReaders'
  | 'removeReader'
  | 'listAllFeeds'
  | 'listQueues'
  | 'listDeadLetters'
  | 'redriveDeadLetters'
  | 'startDeploymentJob'
> => ({
  ...ownerLists(ctx),
  removeReader: async ({ reader, params: { user_id } }) => {
    if (user_id === reader.user_id)
      throw invalidInput('user_id', 'must be another reader’s: you delete your own account under Your data');
    if ((await ctx.profiles.get(user_id)) === null)
      throw new DomainError('NOT_FOUND', 'There is no reader with this id.');
    await beginLeaving(ctx, user_id);
    return toReader(ctx, user_id);
  },
  listQueues: async () =>
    onlyPage(await Promise.all(queueName.options.map((queue) => ctx.queues.depth(queue)))),
  listDeadLetters: async ({ params: { queue } }) =>
    onlyPage((await ctx.queues.deadLetters(queue, DEAD_LETTERS)).map(toDeadLetter)),
  redriveDeadLetters: async ({ params: { queue } }) => ({ queue, redriven: await ctx.queues.redrive(queue) }),
  startDeploymentJob: async ({ reader, params: { kind } }) => ({
    kind,
    started: kind === 'dispatch' ? await dispatch(ctx) : await startForAll(ctx, reader.user_id, kind),
  }),
});
