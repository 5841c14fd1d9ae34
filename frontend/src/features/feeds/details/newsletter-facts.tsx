import type { Feed, Newsletter } from '@omomi/backend/contract';
import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { fullTime } from '../../../lib/format.ts';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { keys } from '../../../lib/queries/query-keys.ts';
import { type Fact, FactList } from './fact-list.tsx';

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
