import type { NewSiteSignIn } from '@omomi/backend/contract';
import { z } from 'zod';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { LabelledInput } from '../controls/inputs.tsx';
import { FieldError } from '../page/states.tsx';

/** The texts that a reader typed into the fields of a sign-in for a site. */
type TypedSignIn = { cookie: string; user: string; password: string; header: string; value: string };

/** Returns the sign-in that was typed; null while there is none, or a part of it is missing. */
export const signInOf = (typed: TypedSignIn): NewSiteSignIn | null => {
  // Developer tools copy the header with its name.
  const cookie = typed.cookie.trim().replace(/^cookie:\s*/i, '');
  const [header, value] = [typed.header.trim(), typed.value.trim()];
  const { user, password } = typed;
  const isHalf = (user === '') !== (password === '') || (header === '') !== (value === '');
  if (isHalf || (cookie === '' && user === '' && header === '')) return null;
  return {
    cookie: cookie === '' ? null : cookie,
    login: user === '' ? null : { user, password },
    headers: header === '' ? [] : [{ name: header, value }],
  };
};

const refusals = z.object({ status: z.number() });
const codes = z.object({ error_code: z.string() });

/** Checks whether a feed could not be read because its site asks for a sign-in, or refuses the one that it got. */
export const asksForSignIn = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.code !== 'FEED_UNREACHABLE') return false;
  const status = refusals.safeParse(error.details).data?.status ?? 0;
  const code = codes.safeParse(error.details).data?.error_code ?? '';
  return [401, 402, 403].includes(status) || ['unauthorized', 'forbidden', 'sign_in_needed'].includes(code);
};

const nothing: TypedSignIn = { cookie: '', user: '', password: '', header: '', value: '' };

type Props = {
  error: unknown;
  isPending: boolean;
  onGive: (signIn: NonNullable<ReturnType<typeof signInOf>>) => void;
};

/** The fields of a sign-in at a site. No browser may take them for the fields of Omomi's own sign-in. */
export const SignInFields = ({ error, isPending, onGive }: Props) => {
  const { signIn: texts } = useTexts('feedDialogs').details;
  const [typed, setTyped] = useState(nothing);
  const signIn = signInOf(typed);
  const field = (name: keyof TypedSignIn, maxLength: number) => ({
    label: texts[name],
    value: typed[name],
    maxLength,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    readOnly: isPending,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <Flex direction="column" gap="3.5">
      <Box color="fg.muted" textStyle="sm">
        {texts.text}
      </Box>
      <LabelledInput {...field('cookie', 4096)} hint={texts.cookieHint} />
      <LabelledInput {...field('user', 200)} />
      <LabelledInput {...field('password', 200)} type="password" autoComplete="new-password" />
      <LabelledInput {...field('header', 64)} />
      {typed.header.trim() === '' ? null : <LabelledInput {...field('value', 2000)} />}
      {error === null ? null : <FieldError error={error} invalid={texts.invalid} />}
      <Button
        size="md"
        variant="subtle"
        alignSelf="flex-start"
        disabled={signIn === null || isPending}
        aria-busy={isPending}
        onClick={() => signIn !== null && onGive(signIn)}
      >
        {isPending ? texts.saving : texts.save}
      </Button>
    </Flex>
  );
};
