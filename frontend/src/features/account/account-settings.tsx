import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Me } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { Loaded, Section } from '../../components/page/section.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { meQuery, providersQuery, useSignOut } from '../../lib/session.ts';
import { Identities } from './identities.tsx';
import { Invite } from './invite.tsx';
import { Sessions } from './sessions.tsx';

const Who = ({ me }: { me: Me }) => {
  const { t } = useI18n();
  const texts = useTexts('account').account;
  const { mutate, isPending } = useSignOut();
  return (
    <Flex alignItems="center" gap="4" wrap="wrap">
      <Box flex="1" minW="0">
        <Box fontWeight="semibold">{me.name ?? me.email ?? me.user_id}</Box>
        {me.name === null || me.email === null ? null : (
          <Box color="fg.muted" textStyle="sm" overflowWrap="anywhere">
            {me.email}
          </Box>
        )}
        {me.is_owner ? (
          <Box color="fg.muted" textStyle="sm">
            {texts.owner}
          </Box>
        ) : null}
      </Box>
      <Button variant="subtle" size="md" disabled={isPending} onClick={() => mutate()}>
        {t.nav.signOut}
      </Button>
    </Flex>
  );
};

/** Shows the signed-in reader, their identities and their devices. */
export const AccountSettings = () => {
  const settings = useTexts('settings');
  const texts = useTexts('account').account;
  const me = useQuery(meQuery);
  const providers = useQuery(providersQuery);
  return (
    <Loaded query={me} failed={settings.loadFailed}>
      {(reader) => (
        <>
          <Section title={texts.who} name="who">
            <Who me={reader} />
          </Section>
          <Section title={texts.identities} text={texts.identitiesText} name="identities">
            <Identities me={reader} />
          </Section>
          {reader.is_owner && providers.data?.has_accounts === true ? <Invite /> : null}
          <Section title={texts.sessions} text={texts.sessionsText} name="sessions">
            <Sessions />
          </Section>
        </>
      )}
    </Loaded>
  );
};
