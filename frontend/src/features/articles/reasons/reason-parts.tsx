import type { Reason } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { languageOf, scoreText, weightText } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';

type Props = { alike: NonNullable<Reason['alike']>; isLiked: boolean };

/** Names the articles that explain what was learned: "Like 3 articles you saved, liked or read to the end, e.g. …". */
export const Alike = ({ alike: { count, articles }, isLiked }: Props) => {
  const texts = useTexts('ranking');
  const [first] = articles;
  if (first === undefined) return null;
  return (
    <Box data-testid="alike" gridColumn="1 / -1" color="fg.muted" maxW="42rem" lineClamp="2">
      {isLiked ? texts.alike(count) : texts.alikeDisliked(count)}{' '}
      <span lang={languageOf(first.title)}>{first.title}</span>
    </Box>
  );
};

type Passage = NonNullable<Reason['passage']>;

/** Shows the part of the article that made a reason, with its words marked. */
export const PassageText = ({ passage: { text, marks } }: { passage: Passage }) => {
  const ends = [0, ...marks.map(([, end]) => end)];
  return (
    <Box
      as="q"
      data-testid="passage"
      quotes="none"
      gridColumn="1 / -1"
      color="fg.muted"
      maxW="42rem"
      lang={languageOf(text)}
    >
      {marks.map(([start, end], at) => (
        <span key={start}>
          {text.slice(ends[at], start)}
          <Box as="mark" bg="shu.muted" color="fg" borderRadius="sm" px="0.5">
            {text.slice(start, end)}
          </Box>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </Box>
  );
};

const DIGITS = [2, 3, 4];
/** The contribution kept in the score differs from the product by more than rounding only if it was lowered. */
const LOWERED = 0.01;

/**
 * Returns the parts that a contribution is the product of, as "2 × 0.865 =": with as many digits of the similarity, from
 * two to four, as make the parts that are shown multiply to the contribution that is shown; with ≈ if four do not. Null if
 * the contribution is less than the product, since a score does not fall below 0.
 */
export const productText = ({
  weight,
  similarity_score,
  contribution,
}: Pick<Reason, 'weight' | 'similarity_score' | 'contribution'>): string | null => {
  if (Math.abs(weight * similarity_score - contribution) >= LOWERED) return null;
  const shownWeight = weightText(weight);
  const texts = DIGITS.map((digits) => similarity_score.toFixed(digits));
  const exact = texts.find(
    (similarity) => scoreText(Number(shownWeight) * Number(similarity)) === scoreText(contribution),
  );
  const similarity = exact ?? texts.at(-1) ?? '';
  return `${shownWeight.replace('-', '−')} × ${similarity} ${exact === undefined ? '≈' : '='}`;
};
