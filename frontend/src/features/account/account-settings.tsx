import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { Me } from '@omomi/backend/contract';
import { Section, Loaded } from '../../components/page/section.tsx';
import { useTexts, useI18n } from '../../lib/i18n/language.tsx';
import { useInvite, sessionsQuery, useEndOtherSessions, useEndSession } from './queries.ts';
import { SecretField } from './secret-form.tsx';
import { ListLine, Tag } from '../../components/list-line.tsx';
import { relativeTime } from '../../lib/format.ts';
import { deviceText } from '../../lib/device-text.ts';
import { useNow } from '../../lib/clock.ts';
import { meQuery, providersQuery, useSignOut } from '../../lib/session.ts';
import { Identities } from './identities.tsx';

/** Makes links that let others in. For the owner. */
const Invite = () => {
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

/** Shows the devices this reader is signed in on. The sign-out button of the current device is elsewhere. */
const Sessions = () => {
  const { language } = useI18n();
  const settings = useTexts('settings');
  const texts = useTexts('account').account;
  const sessions = useQuery(sessionsQuery);
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const now = useNow();
  const ago = (at: string): string => relativeTime(at, now, language);
  return (
    <Loaded query={sessions} failed={settings.loadFailed}>
      {({ items }) => (
        <>
          <Box as="ul" listStyleType="none">
            {items.map((session) => (
              <ListLine
                key={session.session_id}
                testId="session"
                title={
                  <>
                    {deviceText(texts, session.device)}
                    {session.is_current ? <Tag tone="strong">{texts.current}</Tag> : null}
                  </>
                }
                facts={[texts.lastSeen(ago(session.last_seen_at)), texts.since(ago(session.created_at))].join(
                  ' · ',
                )}
                action={
                  session.is_current ? undefined : (
                    <Button
                      size="md"
                      variant="ghost"
                      aria-label={texts.endOf(deviceText(texts, session.device))}
                      disabled={end.isPending}
                      onClick={() => end.mutate(session)}
                    >
                      {texts.end}
                    </Button>
                  )
                }
              />
            ))}
          </Box>
          {items.some((session) => !session.is_current) ? (
            <Button
              mt="4"
              size="md"
              variant="outline"
              disabled={endOthers.isPending}
              onClick={() => endOthers.mutate()}
            >
              {texts.endOthers}
            </Button>
          ) : null}
        </>
      )}
    </Loaded>
  );
};

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
