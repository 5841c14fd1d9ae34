import type { Feed, NewSiteSignIn } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SignInFields } from '../../../components/adding/sign-in-fields.tsx';
import { Disclosure } from '../../../components/disclosure.tsx';
import { Loaded } from '../../../components/page/section.tsx';
import { call } from '../../../lib/api/api.ts';
import { fullTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { reload } from '../mutations.ts';

type Props = {
  feed: Feed;
  /** Called with the id of the feed that takes its place. */
  onMoved: (feedId: string) => void;
};

/** Gives the feed a sign-in. Shows no notice of an error, because the form shows it. */
const useGive = ({ feed, onMoved }: Props) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { signIn: texts } = useTexts('feedDialogs').details;
  return useMutation({
    mutationFn: (body: NewSiteSignIn) => call('setFeedSignIn', { params: { feed_id: feed.feed_id }, body }),
    onSuccess: ({ feed_id }) => {
      notify.info(texts.saved);
      void client.invalidateQueries({ queryKey: keys.siteSignIn(feed.feed_id) });
      if (feed_id !== feed.feed_id) onMoved(feed_id);
    },
    onSettled: reload(client),
    // The variables hold a secret.
    gcTime: 0,
  });
};

const Remove = ({ feed }: Pick<Props, 'feed'>) => {
  const notify = useNotify();
  const { signIn: texts } = useTexts('feedDialogs').details;
  const remove = useDeed({
    mutationFn: () => call('deleteFeedSignIn', { params: { feed_id: feed.feed_id } }),
    onSuccess: () => notify.info(texts.removed),
    reload: [keys.siteSignIn(feed.feed_id), keys.feeds],
  });
  return (
    <Button size="md" variant="ghost" disabled={remove.isPending} onClick={() => remove.mutate()}>
      {texts.remove}
    </Button>
  );
};

const Content = ({ feed, onMoved }: Props) => {
  const { language } = useI18n();
  const listed = (parts: string[]): string => new Intl.ListFormat(language).format(parts);
  const { signIn: texts } = useTexts('feedDialogs').details;
  const settings = useTexts('settings');
  const { mutate, error, isPending, isSuccess } = useGive({ feed, onMoved });
  const known = useQuery({
    queryKey: keys.siteSignIn(feed.feed_id),
    queryFn: ({ signal }) => call('getFeedSignIn', { params: { feed_id: feed.feed_id }, signal }),
  });
  return (
    <Loaded query={known} failed={settings.loadFailed}>
      {({ is_available, kinds, set_at }) => (
        <>
          {set_at === null ? null : (
            <Flex gap="3" alignItems="center" wrap="wrap" mb="3" textStyle="sm">
              <Box flex="1 1 12rem">
                {texts.has(listed(kinds.map((kind) => texts.kinds[kind])), fullTime(set_at, language))}
              </Box>
              <Remove feed={feed} />
            </Flex>
          )}
          {is_available ? (
            <SignInFields key={String(isSuccess)} error={error} isPending={isPending} onGive={mutate} />
          ) : (
            <Box color="fg.muted" textStyle="sm">
              {texts.unavailable}
            </Box>
          )}
        </>
      )}
    </Loaded>
  );
};

/** Takes and removes the sign-in for the site of a feed, of which it shows no more than its kind. */
export const SiteSignIn = (props: Props) => {
  const { signIn: texts } = useTexts('feedDialogs').details;
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure title={texts.title} mt="4" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {isOpen ? <Content {...props} /> : null}
    </Disclosure>
  );
};
