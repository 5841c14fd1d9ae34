import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Job } from '@omomi/backend/contract';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Input } from '../../components/controls/inputs.tsx';
import { Modal } from '../../components/overlays/modal.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { call } from '../../lib/api/api.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';

type Props = {
  /** The text to type: the reader's e-mail address, or their id if they have none. */
  expected: string;
  onLeft: (job: Job) => void;
  onClose: () => void;
};

/** Asks for confirmation before everything is deleted. */
export const LeaveDialog = ({ expected, onLeft, onClose }: Props) => {
  const { t } = useI18n();
  const texts = useTexts('settings').data;
  const id = useId();
  const [typed, setTyped] = useState('');
  const leave = useMutation({
    mutationFn: () => call('leave', { body: { email: typed.trim() } }),
    onSuccess: onLeft,
  });
  const isSame = typed.trim().toLowerCase() === expected.toLowerCase();
  return (
    <Modal title={texts.leaveTitle} open onClose={onClose} role="alertdialog">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isSame) leave.mutate();
        }}
      >
        <Box color="fg.muted">{texts.leaveText}</Box>
        <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mt="5" mb="1.5">
          {texts.leaveEmail(expected)}
        </chakra.label>
        <Input
          id={id}
          size="lg"
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        {leave.error === null ? null : (
          <Box mt="3">
            <FieldError error={leave.error} invalid={texts.leaveMismatch} />
          </Box>
        )}
        <Flex justifyContent="flex-end" gap="2" mt="6">
          <Button variant="ghost" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button type="submit" colorPalette="shu" disabled={!isSame || leave.isPending}>
            {texts.leaveAction}
          </Button>
        </Flex>
      </form>
    </Modal>
  );
};
