import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/language.tsx';
import { LabelledInput } from '../controls/labelled-input.tsx';
import { FieldError } from '../page/states.tsx';
import { type TypedSignIn, signInOf } from './sign-in-of.ts';

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
