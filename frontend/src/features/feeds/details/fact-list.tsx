import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A fact with its name; `why` stands below it. */
export type Fact = [name: string, value: ReactNode, why?: string | null];

/** Shows facts of a feed, each with its name beside it. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="5" rowGap="2" textStyle="sm" m="0">
    {facts.map(([name, value, why]) => (
      <chakra.div key={name} display="contents">
        <chakra.dt color="fg.muted">{name}</chakra.dt>
        <chakra.dd m="0" overflowWrap="anywhere">
          {value}
          {why === undefined || why === null ? null : <Box color="fg.muted">{why}</Box>}
        </chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
);
