import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Section } from '../../components/page/section.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { useInvite } from './own-queries.ts';
import { SecretField } from './secrets/secret-form.tsx';

/** Makes links that let others in. For the owner. */
export const Invite = () => {
  const texts = useTexts('ownWays').account;
  const invite = useInvite();
  return (
    <Section title={texts.invite} text={texts.inviteText} name="invite">
      {invite.data === undefined ? (
        <Button size="md" variant="outline" disabled={invite.isPending} onClick={() => invite.mutate()}>
          {texts.makeLink}
        </Button>
      ) : (
        <Box maxW="38rem">
          <SecretField
            label={texts.link}
            secret={`${window.location.origin}${invite.data.path}`}
            testId="invitation-link"
          />
        </Box>
      )}
    </Section>
  );
};
