import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input } from '../../../components/controls/inputs.tsx';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { meQuery } from '../../../lib/session.ts';
import { reload } from '../mutations.ts';

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
