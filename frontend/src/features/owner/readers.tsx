import type { OwnedReader } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../components/overlays/modal.tsx';
import { Loaded, Section } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { meQuery } from '../../lib/session.ts';
import { OwnedLine } from './owned-feeds.tsx';
import { More } from '../../components/list-line.tsx';
import { readersQuery, useRemoveReader } from './queries.ts';

const nameOf = ({ name, email, user_id }: OwnedReader): string => name ?? email ?? user_id;

/** Removes a reader after a question. */
const Remove = ({ reader }: { reader: OwnedReader }) => {
  const texts = useTexts('owner');
  const remove = useRemoveReader();
  const [isAsking, setAsking] = useState(false);
  const name = nameOf(reader);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        flexShrink="0"
        aria-label={texts.removeOf(name)}
        onClick={() => setAsking(true)}
      >
        {texts.remove}
      </Button>
      <Confirm
        title={texts.removeTitle(name)}
        text={texts.removeText}
        action={texts.removeAction}
        open={isAsking}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate({ user_id: reader.user_id, name }, { onSettled: () => setAsking(false) })
        }
      />
    </>
  );
};

/** Lists everyone who has signed in here. Everyone but the owner, and who is already leaving, can be removed. */
export const Readers = ({ now }: { now: Date }) => {
  const { language } = useI18n();
  const texts = useTexts('owner');
  const list = useInfiniteQuery(readersQuery);
  const { data: me } = useQuery(meQuery);
  return (
    <Section title={texts.readers}>
      <Loaded query={list} failed={texts.readersFailed}>
        {({ pages }) => (
          <>
            <Box as="ul" aria-label={texts.readers} listStyleType="none">
              {pages
                .flatMap(({ items }) => items)
                .map((reader) => (
                  <OwnedLine
                    key={reader.user_id}
                    title={nameOf(reader)}
                    facts={[
                      ...(reader.email === null || reader.name === null ? [] : [reader.email]),
                      texts.follows(reader.subscriptions),
                      ...(reader.last_seen_at === null
                        ? []
                        : [texts.seen(relativeTime(reader.last_seen_at, now, language))]),
                    ]}
                    trouble={reader.is_leaving ? texts.leaving : null}
                    action={
                      reader.is_leaving || me === undefined || me.user_id === reader.user_id ? null : (
                        <Remove reader={reader} />
                      )
                    }
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
