import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordInput, ReaderNameInput } from '../../components/controls/credential-inputs.tsx';
import { PlainHttpNote } from '../../components/page/plain-http-note.tsx';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { askPasskey, canUsePasskeys } from '../../lib/passkey.ts';
import { OwnError } from './own-error.tsx';

const enter = ({ location }: { location: string }): void => window.location.replace(location);

type Props = { returnTo: string | null; isHttpAllowed: boolean };

type Fields = { name: string; password: string };

/** Returns the sign-in by a password and the one by a passkey. Each leads on once it is done. */
const useOwnSignIn = (returnTo: string | null) => {
  const back = returnTo === null ? {} : { return_to: returnTo };
  const byPassword = useMutation({
    mutationFn: (fields: Fields) => call('signInWithPassword', { body: { ...fields, ...back } }),
    onSuccess: enter,
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { options } = await call('beginPasskey', {});
      return call('signInWithPasskey', { body: { answer: await askPasskey(options), ...back } });
    },
    onSuccess: enter,
  });
  const isBusy = [byPassword, byPasskey].some(({ isPending, isSuccess }) => isPending || isSuccess);
  return {
    isBusy,
    error: byPassword.error ?? byPasskey.error,
    byPassword: (fields: Fields) => {
      byPasskey.reset();
      byPassword.mutate(fields);
    },
    byPasskey: () => {
      byPassword.reset();
      byPasskey.mutate();
    },
  };
};

type FormProps = { isBusy: boolean; onSubmit: (fields: Fields) => void };

const PasswordForm = ({ isBusy, onSubmit }: FormProps) => {
  const texts = useTexts('ownWays');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && password !== '') onSubmit({ name, password });
      }}
    >
      <Flex direction="column" gap="4">
        <ReaderNameInput label={texts.name} value={name} onChange={setName} />
        <PasswordInput label={texts.password} value={password} isNew={false} onChange={setPassword} />
        <Button type="submit" size="lg" w="full" variant="outline" disabled={isBusy}>
          {texts.signIn}
        </Button>
      </Flex>
    </form>
  );
};

/** Signs in with a passkey, or with a name and a password. */
export const OwnSignIn = ({ returnTo, isHttpAllowed }: Props) => {
  const texts = useTexts('ownWays');
  const { isBusy, error, byPassword, byPasskey } = useOwnSignIn(returnTo);
  return (
    <Flex direction="column" gap="5">
      <PlainHttpNote isAllowed={isHttpAllowed} />
      {canUsePasskeys() ? (
        <Button size="lg" w="full" disabled={isBusy} onClick={byPasskey}>
          {texts.passkey}
        </Button>
      ) : null}
      <PasswordForm isBusy={isBusy} onSubmit={byPassword} />
      {error === null ? null : <OwnError error={error} />}
      <Box color="fg.muted" textStyle="sm">
        {texts.forgotten}
      </Box>
    </Flex>
  );
};
