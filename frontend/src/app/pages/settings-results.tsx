import { Box, Flex } from '@chakra-ui/react';
import { InnerLink } from '../../components/inner-link.tsx';
import { go } from '../../lib/address/history.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import type { SettingEntry } from './settings-index.ts';

type Props = { found: readonly SettingEntry[]; onLeave: () => void };

/** Lists the settings that were found, as links to where they are. */
export const SettingsResults = ({ found, onLeave }: Props) => {
  const texts = useTexts('settings');
  return (
    <>
      <Box as="output" display="block" color="fg.muted" textStyle="sm" mb="3">
        {texts.found(found.length)}
      </Box>
      <Box as="ul" listStyleType="none">
        {found.map(({ name, label, hint, place, href }) => (
          <Box
            as="li"
            key={name}
            borderTopWidth="1px"
            borderColor="border"
            _last={{ borderBottomWidth: '1px' }}
          >
            <InnerLink
              data-testid="found-setting"
              to={{
                href,
                go: () => {
                  onLeave();
                  go(href);
                },
              }}
              display="block"
              py="3"
              px="2"
              mx="-2"
              borderRadius="md"
              textStyle="sm"
              _hover={{ bg: 'bg.muted' }}
            >
              <Flex justifyContent="space-between" gap="4">
                <Box fontWeight="medium">{label}</Box>
                {place === label ? null : (
                  <Box color="fg.muted" textStyle="xs" flexShrink="0">
                    {place}
                  </Box>
                )}
              </Flex>
              <Box color="fg.muted" textStyle="xs" maxW="36rem" lineClamp={2}>
                {hint}
              </Box>
            </InnerLink>
          </Box>
        ))}
      </Box>
    </>
  );
};
