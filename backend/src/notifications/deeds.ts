import { createHmac } from 'node:crypto';
import { opinionEndpoints, savedEndpoint } from '../articles/lists/read-endpoints.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { DomainError } from '../lib/errors.ts';
import { isSameSecret } from '../lib/digest.ts';
import type { Context } from '../model/context.ts';
import type { Notified } from '../model/reader/notified.ts';

const signatureOf = (secret: string, articleId: string): string =>
  createHmac('sha256', secret).update(`deed ${articleId}`).digest('base64url');

/** Returns the code that lets whoever has it do a deed with one article of the reader. */
export const codeOf = (
  { user_id, secret }: Pick<Notified, 'user_id' | 'secret'>,
  articleId: string,
): string => `${user_id}.${articleId}.${signatureOf(secret, articleId)}`;

/** Returns the reader and the article of a code, which may be forged until `isSignedBy` says that it is not. */
const readCode = (code: string): { user_id: string; article_id: string; signature: string } => {
  const [user_id = '', article_id = '', signature = ''] = code.split('.');
  return { user_id, article_id, signature };
};

const isSignedBy = (
  { secret }: Pick<Notified, 'secret'>,
  { article_id, signature }: ReturnType<typeof readCode>,
): boolean => isSameSecret(signature, signatureOf(secret, article_id));

type DeedContext = Pick<Context, 'notified'> &
  Parameters<typeof savedEndpoint>[0] &
  Parameters<typeof opinionEndpoints>[0];

const unknownCode = () => new DomainError('NOT_FOUND', 'There is nothing at this address.');

/** The endpoint of the buttons of notifications. */
export const deedEndpoint = (ctx: DeedContext): HandlersOf<'doFromNotification'> => ({
  doFromNotification: async ({ params: { code, deed }, viewer, gone }) => {
    const read = readCode(code);
    const { user_id, article_id } = read;
    const notified = await ctx.notified.get(user_id);
    const isTold = notified?.told.some((each) => each.article_id === article_id) === true;
    if (notified === null || !isTold || !isSignedBy(notified, read)) throw unknownCode();
    const request = {
      reader: { user_id, is_owner: false, via: 'token', scope: 'write' },
      params: { article_id },
      query: undefined,
      viewer,
      gone,
    } as const;
    if (deed === 'later') await savedEndpoint(ctx).setSaved({ ...request, body: { is_saved: true } });
    else await opinionEndpoints(ctx).setOpinion({ ...request, body: { opinion: 'down' } });
    return undefined;
  },
});
