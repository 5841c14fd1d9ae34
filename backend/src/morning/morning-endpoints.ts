import type { z } from 'zod';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Morning, morningAddress, MorningSettings } from '../contract/index.ts';
import type { SignInPolicy } from '../accounts/providers/sign-in-policy.ts';
import { newSecret } from '../accounts/secret.ts';
import { DomainError, invalidInput } from '../lib/errors.ts';
import { foldEmail } from '../lib/email.ts';
import type { Context } from '../model/context.ts';
import type { SendMail } from '../model/mail.ts';
import type { Notified, StoredMorning } from '../model/reader/notified.ts';
import { changeNotified } from '../notifications/change-notified.ts';
import { isEReader, mailCodeOf } from '../notifications/mail-links.ts';
import { doneAfterChange } from './due.ts';
import { confirmMail } from './morning-mail.ts';
import { addressedOf, afterMail, writeMorning, type MorningContext } from './send-morning.ts';

type MorningEndpointContext = MorningContext &
  Pick<Context, 'profiles'> & { signInPolicy: Pick<SignInPolicy, 'admission'> };

const DAY_MS = 24 * 3_600_000;
/** The most mails of a day that ask an address to confirm itself. */
const MOST_ASKED = 5;

const nothingYet = (): StoredMorning => ({
  settings: null,
  address: null,
  is_confirmed: false,
  code: newSecret(),
  asked: [],
  done_day: null,
  kept: {},
  last_sent_at: null,
  problem: null,
  failures: 0,
  rests_until: null,
});

/** Returns what a reader may see of the morning edition as a mail, which is without the code. */
export const shownMorning = (notified: Pick<Notified, 'morning'> | null, mail: SendMail | null): Morning => {
  const morning = notified?.morning ?? null;
  return {
    can_send: mail !== null,
    settings: morning?.settings ?? null,
    address: morning?.address ?? null,
    is_confirmed: morning?.is_confirmed ?? false,
    last_sent_at: morning?.last_sent_at ?? null,
    problem: morning?.problem ?? null,
  };
};

/** Refuses an origin that the reader does not use, so that no link of a mail leads to another site. */
const checkPage = (page: string, origin: string): void => {
  if (new URL(page).host !== new URL(origin).host)
    throw invalidInput('page', 'expected the origin under which you use Omomi');
};

/** Returns the settings' part after a change. Mails that are switched on again get another code, so that the former one ends. */
const withSettings = (morning: StoredMorning, settings: MorningSettings, at: Date): StoredMorning => ({
  ...morning,
  settings,
  code:
    settings.is_on && morning.settings?.is_on === false && morning.is_confirmed ? newSecret() : morning.code,
  done_day: doneAfterChange(settings, morning.done_day, at),
  failures: 0,
  rests_until: null,
});

type Chosen = z.output<typeof morningAddress>;

/** Returns the part after an address was chosen. Throws VALIDATION_FAILED after too many. */
const withAddress = (
  before: StoredMorning,
  { address, ...where }: Chosen,
  isOwn: boolean,
  now: Date,
): StoredMorning => {
  const morning =
    before.settings === null
      ? withSettings(before, { is_on: true, time: '07:00', days: [1, 2, 3, 4, 5, 6, 7], ...where }, now)
      : before;
  const asked = morning.asked.filter((at) => Date.parse(at) > now.getTime() - DAY_MS);
  if (!isOwn && asked.length >= MOST_ASKED)
    throw invalidInput('address', `${MOST_ASKED} addresses were asked within a day, which is the limit`);
  return {
    ...morning,
    address,
    is_confirmed: isOwn,
    code: newSecret(),
    asked: isOwn ? asked : [...asked, now.toISOString()],
    problem: null,
    failures: 0,
    rests_until: null,
  };
};

type Changing = (userId: string, changed: (before: StoredMorning) => StoredMorning) => Promise<Notified>;

/** Returns the function that changes this part of what is stored for a reader. */
const changing =
  (ctx: MorningEndpointContext): Changing =>
  (userId, changed) =>
    changeNotified(ctx, userId, (before) => ({
      ...before,
      morning: changed(before.morning ?? nothingYet()),
    }));

/** The endpoints of the address that mails go to. */
const addressEndpoints = (
  ctx: MorningEndpointContext,
  change: Changing,
): HandlersOf<'setMorningAddress' | 'deleteMorningAddress'> => ({
  setMorningAddress: async ({ reader: { user_id }, body, viewer }) => {
    const { address, language, page } = body;
    if (ctx.mail === null) throw new DomainError('NOT_FOUND', 'No server is set that sends mails.');
    checkPage(page, viewer.origin);
    const email = (await ctx.profiles.get(user_id))?.email ?? null;
    // Without sign-in the only reader is the owner, who named the server that sends.
    const isOwn =
      ctx.signInPolicy.admission === null ||
      isEReader(address) ||
      (email !== null && foldEmail(email) === foldEmail(address));
    const changed = await change(user_id, (before) => withAddress(before, body, isOwn, ctx.now()));
    const { morning } = changed;
    if (isOwn || morning === null) return shownMorning(changed, ctx.mail);
    const code = mailCodeOf(changed, morning);
    const outcome = await ctx.mail(confirmMail({ address, code, language, page }));
    if (outcome.state === 'sent') return shownMorning(changed, ctx.mail);
    const { problem } = afterMail(morning, outcome, ctx.now());
    const told = await change(user_id, (before) =>
      before.code === morning.code ? { ...before, problem } : before,
    );
    return shownMorning(told, ctx.mail);
  },
  deleteMorningAddress: async ({ reader: { user_id } }) => {
    await change(user_id, (before) => ({
      ...before,
      address: null,
      is_confirmed: false,
      code: newSecret(),
      problem: null,
    }));
    return undefined;
  },
});

/** The endpoints by which readers choose when and where the morning edition comes as a mail. */
export const morningEndpoints = (
  ctx: MorningEndpointContext,
): HandlersOf<'getMorning' | 'setMorning' | 'setMorningAddress' | 'deleteMorningAddress' | 'sendMorning'> => {
  const change = changing(ctx);
  return {
    ...addressEndpoints(ctx, change),
    getMorning: async ({ reader: { user_id } }) => shownMorning(await ctx.notified.get(user_id), ctx.mail),
    setMorning: async ({ reader: { user_id }, body: settings, viewer: { origin } }) => {
      checkPage(settings.page, origin);
      const changed = await change(user_id, (before) => withSettings(before, settings, ctx.now()));
      return shownMorning(changed, ctx.mail);
    },
    sendMorning: async ({ reader: { user_id } }) => {
      const addressed = addressedOf(await ctx.notified.get(user_id));
      if (ctx.mail === null || addressed === null)
        throw new DomainError('NOT_FOUND', 'There is no confirmed address.');
      const mail = await writeMorning(ctx, user_id, addressed);
      if (mail === null) return { state: 'empty' };
      const outcome = await ctx.mail(mail);
      await change(user_id, (before) => {
        const { last_sent_at, problem } = afterMail(before, outcome, ctx.now());
        return { ...before, last_sent_at, problem };
      });
      return { state: outcome.state };
    },
  };
};
