import type { Context } from 'aws-lambda';
import { z } from 'zod';
import { upgradeTable, type UpgradeContext, type Upgraded } from '../storage/upgrade/upgrade-table.ts';

const upgradeCheck = z.object({ check: z.literal('upgrade') });

/** Milliseconds of a run that an upgrade leaves to what follows, and to its own last page. */
const LEFT_MS = 300_000;

/**
 * Adds to a handler that the table is first brought to today's format, as far as there is time: what is left is done by the next run.
 * It answers the event `{"check": "upgrade"}`, which is sent after a deployment, with how far that came, and does nothing else.
 */
export const withUpgrade =
  <R>(handler: () => Promise<R>, ctx: Omit<UpgradeContext, 'hasTime'>) =>
  async (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<R | Upgraded> => {
    const hasTime = (): boolean => context.getRemainingTimeInMillis() > LEFT_MS;
    const upgraded = await upgradeTable({ ...ctx, hasTime });
    return upgradeCheck.safeParse(event).success ? upgraded : handler();
  };
