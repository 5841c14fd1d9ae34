import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '@chakra-ui/react/button';
import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import type { NewSiteSignIn } from '@omomi/backend/contract';
import { Input, WideSelect } from '../../../components/controls/inputs.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { call } from '../../../lib/api/api.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { meQuery } from '../../../lib/session.ts';
import { reload } from '../mutations.ts';
import { SignInFields } from '../../../components/adding/sign-in-fields.tsx';
import { Disclosure } from '../../../components/disclosure.tsx';
import { useNotify } from '../../../lib/notify.ts';

type FolderChoiceProps = {
  folders: readonly string[];
  value: string | null;
  isDisabled: boolean;
  onChange: (folder: string | null) => void;
};

const NONE = 'none';
const NEW = 'new';
/** The value of the option for the folder at a place: a name could be that of another option. */
const valueOf = (place: number): string => `folder-${place}`;

/** Lets the reader choose the folder of new feeds: none, one of theirs, or a new one. */
export const FolderChoice = ({ folders, value, isDisabled, onChange }: FolderChoiceProps) => {
  const { t } = useI18n();
  const texts = useTexts('adding').addFeed;
  const { newFolder } = useTexts('feedDialogs');
  const [isNew, setNew] = useState(false);
  const place = value === null ? -1 : folders.indexOf(value);
  const choose = (chosen: string): void => {
    setNew(chosen === NEW);
    onChange(folders.find((_, at) => valueOf(at) === chosen) ?? null);
  };
  return (
    <Box mt="4">
      <WideSelect
        label={texts.folder}
        value={isNew ? NEW : place === -1 ? NONE : valueOf(place)}
        isDisabled={isDisabled}
        onChange={choose}
        options={[
          { value: NONE, label: t.feed.noFolder },
          ...folders.map((name, at) => ({ value: valueOf(at), label: name })),
          { value: NEW, label: texts.newFolder },
        ]}
      />
      {isNew ? (
        <Input
          mt="2"
          aria-label={newFolder}
          placeholder={newFolder}
          maxLength={100}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value.trim() === '' ? null : target.value)}
        />
      ) : null}
    </Box>
  );
};

/** Offers to make an address for a newsletter, where this service takes mails, and shows it. */
export const Newsletter = ({ folder }: { folder: string | null }) => {
  const texts = useTexts('adding').newsletter;
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const make = useDeed({
    mutationFn: () => call('addNewsletter', { body: { folder } }),
    onSuccess: reload(client),
  });
  if (me?.takes_newsletters !== true) return null;
  const address = make.data?.url.replace('mailto:', '');
  return (
    <Box mt="6" pt="4" borderTopWidth="1px" borderColor="border" textStyle="sm">
      <Box as="h3" fontWeight="semibold">
        {texts.title}
      </Box>
      <Box as={address === undefined ? 'p' : 'output'} display="block" color="fg.muted" mb="2">
        {address === undefined ? texts.text : texts.made}
      </Box>
      {address === undefined ? (
        <Button size="md" variant="subtle" disabled={make.isPending} onClick={() => make.mutate()}>
          {texts.make}
        </Button>
      ) : (
        <Input
          size="lg"
          readOnly
          value={address}
          aria-label={texts.address}
          fontFamily="mono"
          fontSize="sm"
          onFocus={({ target }) => target.select()}
        />
      )}
    </Box>
  );
};

type AddWithSignInProps = { url: string; folder: string | null; onAdded: (feedId: string) => void };

/** Follows the feed at an address whose site asks for a sign-in. */
export const AddWithSignIn = ({ url, folder, onAdded }: AddWithSignInProps) => {
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
