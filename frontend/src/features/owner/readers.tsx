import { Box } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Loaded, Section } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { OwnedLine } from './owned-feeds.tsx';
import { More } from '../../components/list-line.tsx';
import { readersQuery } from './queries.ts';

/** Lists everyone who has signed in here. */
export const Readers = ({ now }: { now: Date }) => {
  const { language } = useI18n();
  const texts = useTexts('owner');
  const list = useInfiniteQuery(readersQuery);
  return (
    <Section title={texts.readers}>
      <Loaded query={list} failed={texts.readersFailed}>
        {({ pages }) => (
          <>
            <Box as="ul" aria-label={texts.readers} listStyleType="none">
              {pages
                .flatMap(({ items }) => items)
                .map(({ user_id, email, name, last_seen_at, subscriptions, is_leaving }) => (
                  <OwnedLine
                    key={user_id}
                    title={name ?? email ?? user_id}
                    facts={[
                      ...(email === null || name === null ? [] : [email]),
                      texts.follows(subscriptions),
                      ...(last_seen_at === null
                        ? []
                        : [texts.seen(relativeTime(last_seen_at, now, language))]),
                    ]}
                    trouble={is_leaving ? texts.leaving : null}
                  />
                ))}
            </Box>
            <More query={list} label={texts.more} />
          </>
        )}
      </Loaded>
    </Section>
  );
};
