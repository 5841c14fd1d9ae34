import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { ListLine, Tag } from '../../components/list-line.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { deviceText } from '../../lib/device-text.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useNow } from '../../lib/clock.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './queries.ts';

/** Shows the devices this reader is signed in on. The sign-out button of the current device is elsewhere. */
export const Sessions = () => {
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
