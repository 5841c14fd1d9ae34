import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Me } from '@omomi/backend/contract';
import { useState } from 'react';
import { PasswordInput, ReaderNameInput } from '../../components/controls/inputs.tsx';
import { Modal } from '../../components/overlays/modal.tsx';
import { TextDialog } from '../../components/overlays/text-dialog.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { canUsePasskeys } from '../../lib/passkey.ts';
import { useAddPasskey, useSetPassword } from './own-queries.ts';

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
            <FieldError error={set.error} invalid={texts.invitation.badPassword} />
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
export const OwnWays = ({ me }: { me: Me }) => {
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
