import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Choice } from '../../components/choice.tsx';
import { Panel } from '../../components/panel.tsx';
import { call } from '../../lib/api.ts';
import { dictionaries, languages, useI18n } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/query-keys.ts';
import { OpmlSetting } from '../opml/opml-setting.tsx';
import { themeModes, useThemeMode } from './theme-mode.tsx';

const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: ({ signal }) => call('getHealth', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

const Setting = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box mb="7">
    <Box as="h3" textStyle="sm" fontWeight="semibold" mb="2">
      {title}
    </Box>
    {children}
  </Box>
);

type Props = { open: boolean; onClose: () => void; onShortcuts: () => void };

export const SettingsPanel = ({ open, onClose, onShortcuts }: Props) => {
  const { t, language, setLanguage } = useI18n();
  const { mode, setMode } = useThemeMode();
  const { data } = useQuery({ ...healthQuery, enabled: open });
  return (
    <Panel title={t.settings.title} open={open} onClose={onClose}>
      <Setting title={t.settings.language}>
        <Choice
          label={t.settings.language}
          value={language}
          onChange={setLanguage}
          options={languages.map((each) => ({ value: each, label: dictionaries[each].languageName }))}
        />
      </Setting>
      <Setting title={t.settings.theme}>
        <Choice
          label={t.settings.theme}
          value={mode}
          onChange={setMode}
          options={themeModes.map((each) => ({ value: each, label: t.settings.themes[each] }))}
        />
      </Setting>
      <Setting title={t.opml.title}>
        <OpmlSetting />
      </Setting>
      <Button variant="subtle" size="md" onClick={onShortcuts}>
        {t.settings.shortcuts}
      </Button>
      <Flex gap="4" mt="10" color="fg.subtle" textStyle="xs" alignItems="center">
        {data === undefined ? null : <span>{t.settings.version(data.version)}</span>}
        <Box as="a" textDecoration="underline" py="2" {...{ href: '/api/openapi.json' }}>
          {t.settings.api}
        </Box>
      </Flex>
    </Panel>
  );
};
