import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Me, Identity } from '@omomi/backend/contract';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PasswordInput, ReaderNameInput } from '../../components/controls/inputs.tsx';
import { Modal, Confirm } from '../../components/overlays/modal.tsx';
import { TextDialog } from '../../components/overlays/text-dialog.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { PasskeysNote } from '../../components/passkeys-note.tsx';
import { canUsePasskeys, isRefused } from '../../lib/passkey.ts';
import { useAddPasskey, useSetPassword, useLink, useUnlink } from './queries.ts';
import { ListLine } from '../../components/list-line.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useNow } from '../../lib/clock.ts';
import { providersQuery } from '../../lib/session.ts';

const PasswordDialog = ({ me, onClose }: { me: Me; onClose: () => void }) => {
  const { t } = useI18n();
  const texts = useTexts('ownWays');
  const own = me.identities.find(({ provider }) => provider === 'password') ?? null;
  const [name, setName] = useState(own?.label ?? me.name ?? '');
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const set = useSetPassword(onClose);
  const title = own === null ? texts.account.setPassword : texts.account.changePassword;
  return (
    <Modal title={title} open onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          set.mutate({ name: name.trim(), password, ...(present === '' ? {} : { present }) });
        }}
      >
        <Flex direction="column" gap="4">
          <ReaderNameInput label={texts.name} value={name} onChange={setName} />
          {own === null ? null : (
            <PasswordInput
              label={texts.presentPassword}
              value={present}
              isNew={false}
              onChange={setPresent}
            />
          )}
          <PasswordInput
            label={texts.newPassword}
            value={password}
            isNew
            hint={`${texts.invitation.rule} ${texts.account.changeText}`}
            onChange={setPassword}
          />
          {set.error === null ? null : (
            <FieldError
              error={set.error}
              invalid={texts.invitation.badPassword}
              text={isRefused(set.error) ? texts.wrongPresent : undefined}
            />
          )}
          <Flex justifyContent="flex-end" gap="2" mt="2">
            <Button variant="ghost" onClick={onClose}>
              {t.common.cancel}
            </Button>
            <Button type="submit" disabled={set.isPending || name.trim() === '' || password === ''}>
              {t.common.save}
            </Button>
          </Flex>
        </Flex>
      </form>
    </Modal>
  );
};

/** Shows the buttons by which a reader sets a password and adds passkeys. */
const OwnWays = ({ me }: { me: Me }) => {
  const texts = useTexts('ownWays').account;
  const [open, setOpen] = useState<'password' | 'passkey' | null>(null);
  const close = () => setOpen(null);
  const add = useAddPasskey(close);
  const hasPassword = me.identities.some(({ provider }) => provider === 'password');
  return (
    <Box mt="4">
      <Flex gap="2" wrap="wrap">
        <Button size="md" variant="outline" onClick={() => setOpen('password')}>
          {hasPassword ? texts.changePassword : texts.setPassword}
        </Button>
        {canUsePasskeys() ? (
          <Button size="md" variant="outline" onClick={() => setOpen('passkey')}>
            {texts.addPasskey}
          </Button>
        ) : null}
      </Flex>
      <Box mt="2">
        <PasskeysNote />
      </Box>
      {open === 'password' ? <PasswordDialog me={me} onClose={close} /> : null}
      {open === 'passkey' ? (
        <TextDialog
          title={texts.addPasskey}
          label={texts.passkeyName}
          hint={texts.passkeyHint}
          start=""
          maxLength={60}
          busy={add.isPending}
          onSubmit={(name) => {
            if (name !== '') add.mutate(name);
          }}
          onClose={close}
        />
      ) : null}
    </Box>
  );
};

/** Shows a button for each provider that another identity can be linked from. */
const LinkButtons = ({ me }: { me: Me }) => {
  const settings = useTexts('settings');
  const texts = useTexts('account').account;
  const providers = useQuery(providersQuery);
  const link = useLink();
  return (
    <Loaded query={providers} failed={settings.loadFailed}>
      {(data) => (
        <>
          {data.has_accounts ? <OwnWays me={me} /> : null}
          {data.providers.length === 0 ? null : (
            <Box color="fg.muted" textStyle="sm" mt="4">
              {texts.linkText}
            </Box>
          )}
          <Flex gap="2" wrap="wrap" mt="2">
            {data.providers.map(({ provider, name }) => (
              <Button
                key={provider}
                size="md"
                variant="outline"
                disabled={link.isPending}
                onClick={() => link.mutate(provider)}
              >
                {texts.link(name)}
              </Button>
            ))}
          </Flex>
        </>
      )}
    </Loaded>
  );
};

/** Shows the identities that sign this reader in. The last one cannot be unlinked. */
export const Identities = ({ me }: { me: Me }) => {
  const { identities } = me;
  const { language } = useI18n();
  const texts = useTexts('account').account;
  const now = useNow();
  const unlink = useUnlink();
  const [asked, setAsked] = useState<Identity | null>(null);
  const own = useTexts('ownWays').account;
  const titleOf = ({ provider, provider_name, label }: Identity): string => {
    const ways: Record<string, (name: string) => string> = {
      password: own.passwordOf,
      passkey: own.passkeyOf,
      proxy: own.proxyOf,
    };
    return label === null ? provider_name : (ways[provider]?.(label) ?? provider_name);
  };
  const nameOf = (identity: Identity): string =>
    identity.email === null ? titleOf(identity) : `${titleOf(identity)} (${identity.email})`;
  return (
    <>
      <Box as="ul" listStyleType="none">
        {identities.map((identity) => (
          <ListLine
            key={identity.identity_id}
            testId="identity"
            title={titleOf(identity)}
            facts={[identity.email, texts.lastUsed(relativeTime(identity.last_used_at, now, language))]
              .filter((fact) => fact !== null)
              .join(' · ')}
            action={
              identities.length === 1 ? undefined : (
                <Button
                  size="md"
                  variant="ghost"
                  aria-label={(identity.label === null ? texts.unlinkOf : own.removeOf)(nameOf(identity))}
                  onClick={() => setAsked(identity)}
                >
                  {identity.label === null ? texts.unlink : own.remove}
                </Button>
              )
            }
          />
        ))}
      </Box>
      <LinkButtons me={me} />
      {asked === null ? null : (
        <Confirm
          open
          title={(asked.label === null ? texts.unlinkTitle : own.removeTitle)(nameOf(asked))}
          text={texts.unlinkText}
          action={asked.label === null ? texts.unlink : own.remove}
          busy={unlink.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => unlink.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      )}
    </>
  );
};
