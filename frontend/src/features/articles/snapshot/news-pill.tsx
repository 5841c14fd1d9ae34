import { Button } from '@chakra-ui/react/button';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { MOST_NEWS } from './look.ts';

type Props = { news: number; isReordered: boolean; onRenew: () => void };

/**
 * Offers to load the list anew if articles have arrived or the order has changed. It takes no room of its own, so that nothing
 * moves when it appears: it lies on the lower edge of the page's header, in the space above the first title, or on a phone in
 * that below the controls. An article that lies over the list lies over it too.
 */
export const NewsPill = ({ news, isReordered, onRenew }: Props) => {
  const { t } = useI18n();
  const isMore = news >= MOST_NEWS;
  const told = news > 0 ? t.list.arrived(news, isMore) : isReordered ? t.list.reordered : '';
  return (
    <div className="news">
      <output className="visually-hidden" aria-live="polite">
        {told}
      </output>
      {told === '' ? null : (
        <Button
          size="xs"
          h={{ base: '1.75rem', md: '2rem' }}
          mt={{ base: '-0.75rem', md: '-1.1875rem' }}
          px="4"
          textStyle="sm"
          position="relative"
          colorPalette="shu"
          borderRadius="full"
          boxShadow="md"
          flexShrink="0"
          // A finger needs more than the space between the controls and the first title.
          _before={{ content: '""', position: 'absolute', inset: '-0.5rem' }}
          aria-label={t.list.renew(told)}
          data-testid="news"
          onClick={onRenew}
        >
          {news > 0 ? t.list.news(news, isMore) : t.list.reorderedShort}
        </Button>
      )}
    </div>
  );
};
