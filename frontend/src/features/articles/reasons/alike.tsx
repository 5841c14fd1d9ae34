import type { Reason } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { languageOf } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

type Props = { alike: NonNullable<Reason['alike']>; isLiked: boolean };

/** Names the articles that explain what was learned: "Like 3 articles you saved, liked or read to the end, e.g. …". */
export const Alike = ({ alike: { count, articles }, isLiked }: Props) => {
  const { t } = useI18n();
  const [first] = articles;
  if (first === undefined) return null;
  return (
    <Box data-testid="alike" gridColumn="1 / -1" color="fg.muted" maxW="42rem" lineClamp="2">
      {isLiked ? t.article.alike(count) : t.article.alikeDisliked(count)}{' '}
      <span lang={languageOf(first.title)}>{first.title}</span>
    </Box>
  );
};
