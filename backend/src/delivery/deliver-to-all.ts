import pMap from 'p-map';
import { createBudget } from '../lib/turns.ts';
import { askRules, deliver, type DeliverContext, loadAddressee } from './deliver.ts';
import type { Delivery } from './write-entry.ts';

/** Runs `task` with what `prepared` brings, after all tasks that were handed in before. */
type InOrder = <P, R>(prepared: Promise<P>, task: (prepared: P) => Promise<R>) => Promise<R>;

/**
 * Creates a function that runs tasks one at a time, in the order in which they are handed in, while what they need is prepared for many of
 * them at once. A task that fails, or whose preparation does, lets the next one begin.
 */
export const createOrder = (): InOrder => {
  let last: Promise<unknown> = Promise.resolve();
  return (prepared, task) => {
    const before = last;
    const result = Promise.all([prepared, before]).then(([ready]) => task(ready));
    last = Promise.allSettled([before, result]);
    return result;
  };
};

/**
 * Number of readers to whom one message delivers at once. A delivery makes about ten requests, one after the other, and mostly waits for the
 * answers.
 */
const READERS_AT_ONCE = 16;

/** The fields of a delivery that differ from reader to reader. The readers of a message share the others. */
type Wishes = 'text_source' | 'source' | 'keptDays';

/** A reader of a message, with their settings for the feed. */
export type MessageReader = { user_id: string } & Pick<Delivery, Wishes>;

/** How far a message came. */
type Reached = {
  /** Number of the readers, from the first one on, whom it reached. */
  reached: number;
  /** The articles to which the rules of the last one of these did not come. */
  left: string[];
  isModelDown: boolean;
};

/**
 * Delivers to readers, in the order of their ids and to several at once, until rules have taken `steps`. It asks the rules of one reader
 * after the other in that order, because they only use the processor. So only the last reader who is reached can have articles left, and nothing is written for those after them.
 *
 * If a delivery fails, it begins no further one, waits for those under way, and throws the first error.
 */
export const deliverToAll = async (
  ctx: DeliverContext,
  readers: readonly MessageReader[],
  shared: Omit<Delivery, Wishes>,
  steps: number,
): Promise<Reached> => {
  const { feed_id } = shared.message;
  const budget = createBudget(steps);
  const inOrder = createOrder();
  const state: Reached = { reached: 0, left: [], isModelDown: false };
  const errors: unknown[] = [];
  const deliverTo = async ({ user_id, ...wishes }: MessageReader): Promise<void> => {
    const delivery = { ...shared, ...wishes };
    const ruled = await inOrder(loadAddressee(ctx, user_id, feed_id), async (addressee) => {
      if (budget.isSpent()) return null;
      const { asked, left } = await askRules(delivery, addressee.ruled, budget);
      state.reached += 1;
      state.left = left;
      return { addressee, asked };
    });
    if (ruled === null) return;
    if (!(await deliver(ctx, ruled.addressee, delivery, ruled.asked))) state.isModelDown = true;
  };
  await pMap(
    readers,
    async (reader) => {
      if (errors.length > 0 || budget.isSpent()) return;
      await deliverTo(reader).catch((error: unknown) => {
        errors.push(error);
      });
    },
    { concurrency: READERS_AT_ONCE },
  );
  if (errors.length > 0) throw errors[0];
  return state;
};
