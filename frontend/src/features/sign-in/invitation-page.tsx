import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { deviceOf, type Invitation } from '@omomi/backend/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PasswordInput, ReaderNameInput } from '../../components/controls/inputs.tsx';
import { PlainHttpNote, EntryFrame, NotHttps, OwnError } from './entry-frame.tsx';
import { PasskeysNote } from '../../components/passkeys-note.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { deviceText } from '../../lib/device-text.ts';
import { canUsePasskeys, isPlainHttp, makePasskey } from '../../lib/passkey.ts';
import { providersQuery } from '../../lib/session.ts';
import type { LaterTexts } from '../../lib/i18n/en/later.ts';

const codeIn = (hash: string): string => hash.replace(/^#/, '');

type Chosen = { kind: 'passkey' | 'password'; name: string; password: string };

/** Returns the mutation that accepts an invitation and leads on. */
const useAccept = (code: string) => {
  const texts = useTexts('account').account;
  return useMutation({
    mutationFn: async ({ kind, name, password }: Chosen) => {
      const body = { code, name: name.trim() };
      if (kind === 'password')
        return call('acceptInvitation', { body: { ...body, way: { kind, password } } });
      const { options } = await call('beginInvitedPasskey', { body });
      const answer = await makePasskey(options);
      const way = { kind, name: deviceText(texts, deviceOf(navigator.userAgent)), answer };
      return call('acceptInvitation', { body: { ...body, way } });
    },
    onSuccess: ({ location }) => window.location.replace(location),
  });
};

const PasskeyChoice = ({ isBusy, onChoose }: { isBusy: boolean; onChoose: () => void }) => {
  const { invitation: own } = useTexts('ownWays');
  if (!canUsePasskeys()) return <PasskeysNote />;
  return (
    <Box>
      <Button size="lg" w="full" disabled={isBusy} onClick={onChoose}>
        {own.withPasskey}
      </Button>
      <Box color="fg.muted" textStyle="sm" mt="1.5">
        {own.passkeyText}
      </Box>
    </Box>
  );
};

/** Accepts the invitation with a passkey, or with a password. */
const Accept = ({ code, invitation }: { code: string; invitation: Invitation }) => {
  const texts = useTexts('ownWays');
  const { invitation: own } = texts;
  const providers = useQuery(providersQuery);
  const [name, setName] = useState(invitation.name ?? '');
  const [password, setPassword] = useState('');
  const accept = useAccept(code);
  const choose = (kind: Chosen['kind']) => accept.mutate({ kind, name, password });
  const isBusy = accept.isPending || accept.isSuccess || name.trim() === '';
  if (isPlainHttp() && providers.data?.is_http_allowed === false) return <NotHttps more={own.notUsed} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && password !== '') choose('password');
      }}
    >
      <Flex direction="column" gap="5">
        <PlainHttpNote />
        <ReaderNameInput
          label={texts.name}
          value={name}
          readOnly={invitation.name !== null}
          onChange={setName}
        />
        <PasskeyChoice isBusy={isBusy} onChoose={() => choose('passkey')} />
        <PasswordInput label={texts.password} value={password} isNew hint={own.rule} onChange={setPassword} />
        <Button type="submit" size="lg" w="full" variant="outline" disabled={isBusy || password === ''}>
          {own.withPassword}
        </Button>
        {accept.error === null ? null : (
          <OwnError
            error={accept.error}
            passkey={
              accept.variables?.kind === 'passkey'
                ? { cancelled: texts.notMade, refused: texts.notMade }
                : null
            }
          />
        )}
      </Flex>
    </form>
  );
};

const leadOf = (texts: LaterTexts['ownWays'], { kind, name }: Invitation): string => {
  const { leads } = texts.invitation;
  return kind === 'recover' ? leads.recover(name ?? '') : leads[kind];
};

/**
 * Returns the code of the link, and clears the address, so that the code stays in no history. Another link that is opened in this
 * tab does not load the page again.
 */
const useCode = (): string => {
  const [code, setCode] = useState(() => codeIn(window.location.hash));
  useEffect(() => {
    const take = (): void => {
      const { hash, pathname } = window.location;
      if (hash !== '') setCode(codeIn(hash));
      window.history.replaceState(window.history.state, '', pathname);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return code;
};

/** Shows what an invitation is for, and accepts it. */
export const InvitationPage = () => {
  const texts = useTexts('ownWays');
  const code = useCode();
  const { data, error } = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => call('readInvitation', { body: { code } }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data !== undefined)
    return (
      <EntryFrame title={texts.invitation.titles[data.kind]} lead={leadOf(texts, data)}>
        <Accept key={code} code={code} invitation={data} />
      </EntryFrame>
    );
  return (
    <EntryFrame title={error === null ? 'Omomi' : texts.invitation.failed} lead="">
      {error === null ? (
        <Skeleton h="12" borderRadius="lg" />
      ) : (
        <Flex direction="column" gap="5">
          <FieldError error={error} invalid={texts.invitation.notWhole} />
          <Button asChild size="lg" w="full" variant="outline">
            <a href="/sign-in">{texts.invitation.toSignIn}</a>
          </Button>
        </Flex>
      )}
    </EntryFrame>
  );
};
