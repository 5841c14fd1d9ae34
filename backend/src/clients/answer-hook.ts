import type { LimitRequest } from '../api/checks.ts';
import { readRawBody, type ApiEvent, type ApiResult } from '../api/requests.ts';
import { DomainError } from '../lib/errors.ts';
import { CALLBACKS } from '../refresh/ask-hub.ts';
import { takeContent, verifyIntent, type AnswerContext } from '../refresh/answer-hub.ts';
import { textAnswer } from './shared/request.ts';

/** Hubs are no readers and have a class of their own, so that the news of many feeds come through. */
const ofHubs = { access: 'public', limit: 'hook' } as const;

const nothingHere = () => new DomainError('NOT_FOUND', 'There is nothing at this address.');

const ID = /^[\w-]{22}$/;

/** Returns the secret part of an address at which a hub calls; null for any other address. */
const idIn = (path: string): string | null => {
  const id = path.startsWith(`${CALLBACKS}/`) ? path.slice(CALLBACKS.length + 1) : '';
  return ID.test(id) ? id : null;
};

const verify = async (ctx: AnswerContext, id: string, event: ApiEvent): Promise<ApiResult> => {
  const challenge = await verifyIntent(ctx, id, new URLSearchParams(event.rawQueryString));
  if (challenge === null) throw nothingHere();
  return textAnswer(challenge);
};

/**
 * Answers content. Content with a wrong signature is acknowledged too, as WebSub, 7.1 demands: guessing at signatures reveals
 * nothing, and a hub with a fault does not send again and again. 410 tells a hub to stop.
 */
const take = async (ctx: AnswerContext, id: string, event: ApiEvent): Promise<ApiResult> => {
  const outcome = await takeContent(ctx, id, {
    body: readRawBody(event),
    signature: event.headers['x-hub-signature'],
  });
  if (outcome === 'unknown') throw nothingHere();
  return outcome === 'ended' ? textAnswer('This subscription has ended.\n', 410) : textAnswer('', 202);
};

/** Answers a hub at the address of a subscription: GET verifies what it was asked for, POST brings news. */
export const answerHook = (
  ctx: AnswerContext,
  limitRequest: LimitRequest,
  event: ApiEvent,
): Promise<ApiResult> => {
  const { method } = event.requestContext.http;
  // The log must not have the secret part of the address.
  event.routeKey = `${method} ${CALLBACKS}`;
  return limitRequest(event, ofHubs, null, async () => {
    const id = idIn(event.rawPath);
    if (id === null) throw nothingHere();
    if (method === 'GET') return verify(ctx, id, event);
    if (method === 'POST') return take(ctx, id, event);
    throw new DomainError('METHOD_NOT_ALLOWED', 'This address is served with GET, POST only.', null, {
      headers: { allow: 'GET, POST' },
    });
  });
};
