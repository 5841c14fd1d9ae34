import { Button } from '@chakra-ui/react/button';
import { useTexts } from '../../lib/i18n/language.tsx';
import { ownerTexts } from '../../lib/i18n/texts/owner.ts';

type Props = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } };

/** Shows the button for the next page of a list, if there is one. */
export const More = ({ query }: Props) => {
  const texts = useTexts(ownerTexts);
  return query.hasNextPage ? (
    <Button
      mt="4"
      size="md"
      variant="outline"
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {texts.more}
    </Button>
  ) : null;
};
