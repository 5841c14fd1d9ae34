import type { NewSiteSignIn } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SignInFields } from '../../../components/adding/sign-in-fields.tsx';
import { Disclosure } from '../../../components/disclosure.tsx';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { reload } from '../mutations.ts';

type Props = { url: string; folder: string | null; onAdded: (feedId: string) => void };

/** Follows the feed at an address whose site asks for a sign-in. */
export const AddWithSignIn = ({ url, folder, onAdded }: Props) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { title } = useTexts('feedDialogs').details.signIn;
  const { added } = useTexts('adding').addFeed;
  const { mutate, error, isPending } = useMutation({
    mutationFn: (sign_in: NewSiteSignIn) => call('followWithSignIn', { body: { url, folder, sign_in } }),
    onSuccess: (feed) => {
      notify.info(added(feed.title));
      onAdded(feed.feed_id);
    },
    onSettled: reload(client),
    // The variables hold a secret.
    gcTime: 0,
  });
  return (
    <Box mt="2">
      <Disclosure title={title}>
        <SignInFields error={error} isPending={isPending} onGive={mutate} />
      </Disclosure>
    </Box>
  );
};
