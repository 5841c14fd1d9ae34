import { Box, Flex, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../components/disclosure.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import type { Count } from './month.ts';

/** The height of an upright picture, and the room of a bar in it, in units of the picture. */
const [HEIGHT, ROOM] = [60, 10];

const Cell = ({ children, isFigure = false }: { children: ReactNode; isFigure?: boolean }) => (
  <chakra.td
    py="1"
    pe="4"
    textAlign={isFigure ? 'end' : 'start'}
    css={isFigure ? { fontVariantNumeric: 'tabular-nums' } : {}}
  >
    {children}
  </chakra.td>
);

type UprightProps = {
  title: string;
  counts: readonly Count[];
  /** Names a bar. */
  nameOf: (at: Date) => string;
  /** The places of the bars that are named below the picture. */
  named: readonly number[];
};

const Bars = ({ counts, most, nameOf }: Pick<UprightProps, 'counts' | 'nameOf'> & { most: number }) => {
  const { t } = useI18n();
  const scale = HEIGHT / Math.max(1, most);
  return (
    <chakra.svg
      aria-hidden="true"
      viewBox={`0 0 ${counts.length * ROOM} ${HEIGHT + 1}`}
      preserveAspectRatio="none"
      display="block"
      w="full"
      h="5rem"
      color="shu.solid"
      css={{ forcedColorAdjust: 'none' }}
    >
      <path
        d={`M0 ${HEIGHT + 0.5}H${counts.length * ROOM}`}
        stroke="var(--chakra-colors-border-emphasized)"
        vectorEffect="non-scaling-stroke"
      />
      {counts.map(({ at, count }, place) => (
        <rect
          key={at.getTime()}
          x={place * ROOM + 1}
          y={HEIGHT - count * scale}
          width={ROOM - 2}
          height={count * scale}
          fill="currentColor"
        >
          <title>{`${nameOf(at)}: ${t.numbers.whole(count)}`}</title>
        </rect>
      ))}
    </chakra.svg>
  );
};

/** Shows numbers as a row of bars, and as a table that is folded at first. */
export const UprightBars = ({ title, counts, nameOf, named }: UprightProps) => {
  const { t } = useI18n();
  const texts = useTexts('yourReading');
  const most = counts.reduce((one, other) => (other.count > one.count ? other : one));
  return (
    <Box as="figure" mb="6" textStyle="sm">
      <Box as="figcaption" fontWeight="semibold" mb="2">
        {title}
      </Box>
      <Bars counts={counts} most={most.count} nameOf={nameOf} />
      <Flex aria-hidden="true" justifyContent="space-between" color="fg.muted" textStyle="xs" mt="1">
        {named.flatMap((place) => {
          const at = counts[place]?.at;
          return at === undefined ? [] : <span key={place}>{nameOf(at)}</span>;
        })}
      </Flex>
      <Box color="fg.muted" mt="2">
        {texts.most(nameOf(most.at), most.count)}
      </Box>
      <Disclosure isSmall title={texts.asTable}>
        <chakra.table aria-label={title}>
          <tbody>
            {counts.map(({ at, count }) => (
              <tr key={at.getTime()}>
                <Cell>{nameOf(at)}</Cell>
                <Cell isFigure>{t.numbers.whole(count)}</Cell>
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </Disclosure>
    </Box>
  );
};

/** Shows a part of a whole as a bar. Its figures stand beside it. */
export const PartBar = ({ part, whole }: { part: number; whole: number }) => (
  <chakra.svg
    aria-hidden="true"
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    display="block"
    w="full"
    h="0.5rem"
    color="shu.solid"
    outline="1px solid"
    outlineColor="border"
    css={{ forcedColorAdjust: 'none' }}
  >
    <rect width="100" height="8" fill="var(--chakra-colors-bg-emphasized)" />
    <rect width={(100 * part) / Math.max(1, whole)} height="8" fill="currentColor" />
  </chakra.svg>
);

type NamedProps = { title: string; counts: readonly { id: string; name: string; count: number }[] };

/** Shows named numbers as a table, each with a bar. Shows nothing if there are none. */
export const NamedBars = ({ title, counts }: NamedProps) => {
  const { t } = useI18n();
  const most = Math.max(...counts.map(({ count }) => count));
  if (counts.length === 0) return null;
  return (
    <Box mb="6" textStyle="sm">
      <chakra.table w="full" css={{ tableLayout: 'fixed' }}>
        <chakra.caption textAlign="start" fontWeight="semibold" pb="1">
          {title}
        </chakra.caption>
        <tbody>
          {counts.map(({ id, name, count }) => (
            <tr key={id}>
              <chakra.th
                scope="row"
                fontWeight="normal"
                textAlign="start"
                truncate
                py="1"
                pe="3"
                w="45%"
                title={name}
              >
                {name}
              </chakra.th>
              <td>
                <PartBar part={count} whole={most} />
              </td>
              <chakra.td w="4rem" textAlign="end" css={{ fontVariantNumeric: 'tabular-nums' }}>
                {t.numbers.whole(count)}
              </chakra.td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
};
