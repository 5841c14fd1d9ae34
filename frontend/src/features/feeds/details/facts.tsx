import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Feed, Newsletter } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { fullTime } from '../../../lib/format.ts';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { keys } from '../../../lib/queries/query-keys.ts';

/** A fact with its name; `why` stands below it. */
export type Fact = [name: string, value: ReactNode, why?: string | null];

/** Shows facts of a feed, each with its name beside it. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="5" rowGap="2" textStyle="sm" m="0">
    {facts.map(([name, value, why]) => (
      <chakra.div key={name} display="contents">
        <chakra.dt color="fg.muted">{name}</chakra.dt>
        <chakra.dd m="0" overflowWrap="anywhere">
          {value}
          {why === undefined || why === null ? null : <Box color="fg.muted">{why}</Box>}
        </chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
);

/** Returns what was found of the last sender, in the words of the standards; null if nobody looked. */
const checksText = ({ spf, dkim }: Pick<Newsletter, 'spf' | 'dkim'>): string | null => {
  const parts = [...(spf === null ? [] : [`SPF ${spf}`]), ...(dkim === null ? [] : [`DKIM ${dkim}`])];
  return parts.length === 0 ? null : parts.join(', ');
};

/** Shows the address of a newsletter, the sender of its last mail, and where to unsubscribe at that sender. */
export const NewsletterFacts = ({ feed }: { feed: Feed }) => {
  const { language } = useI18n();
  const { data } = useQuery({
    queryKey: keys.newsletter(feed.feed_id),
    queryFn: ({ signal }) => call('getNewsletter', { params: { feed_id: feed.feed_id }, signal }),
  });
  const { newsletter: texts, newest, never } = useTexts('feedDialogs').details;
  const leave = data?.unsubscribe_url ?? null;
  const facts: Fact[] = [
    [texts.address, feed.url.replace('mailto:', '')],
    [
      texts.from,
      data === undefined ? '' : (data.from ?? texts.none),
      data === undefined ? null : checksText(data),
    ],
    [newest, feed.feed_last_updated === null ? never : fullTime(feed.feed_last_updated, language)],
  ];
  // The server gives only these, but a link that runs must never come from a mail.
  if (leave !== null && /^(?:https|mailto):/.test(leave))
    facts.push([
      texts.unsubscribe,
      <chakra.a
        key="unsubscribe"
        textDecoration="underline"
        {...{ href: leave, target: '_blank', rel: 'noopener noreferrer' }}
      >
        {texts.atSender}
      </chakra.a>,
    ]);
  return <FactList facts={facts} />;
};
