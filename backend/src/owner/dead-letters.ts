import { z } from 'zod';
import { redactFieldsOf, redactText } from '../logging/redact.ts';
import type { DeadLetter } from '../contract/index.ts';
import type { StoredDeadLetter } from './queues.ts';

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
export const toDeadLetter = ({ message_id, body, sent_at, reason }: StoredDeadLetter): DeadLetter => {
  const message = readBody(body);
  const why = withFailure.safeParse(message).data?.failure.reason ?? reason;
  return {
    message_id,
    sent_at: sent_at.toISOString(),
    reason: why === null ? null : redactText(why),
    message: redactFieldsOf(message),
  };
};
