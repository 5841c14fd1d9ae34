import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type DragEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { managingEndpoints } from '../../lib/api/managing-endpoints.ts';
import { ChooseOpml, useImport } from '../../components/controls/choose-opml.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { isActive } from '../../lib/jobs.ts';
import { ImportOutcome } from '../../components/import-report.tsx';
import { Section, SettingRow } from '../../components/page/section.tsx';
import { Select } from '../../components/controls/inputs.tsx';
import { preferencesQuery, useChangePreferences } from '../../lib/preferences/queries.ts';

/** Takes in a file of another reader or of another Omomi, chosen or dropped, and exports the reader's own feeds. */
export const OpmlSetting = () => {
  const texts = useTexts('opml');
  const { start, job, taken } = useImport();
  const [isOver, setOver] = useState(false);
  const busy = start.isPending || (job !== null && isActive(job));

  const take = (files: FileList | null): void => {
    const file = files?.item(0);
    if (file && !busy) start.mutate(file);
  };
  const over = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isInside && !busy);
  };

  return (
    <>
      <Flex
        direction="column"
        gap="3"
        alignItems="start"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor={isOver ? 'shu.solid' : 'border'}
        bg={isOver ? 'shu.subtle' : 'transparent'}
        borderRadius="xl"
        p="4"
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event);
          take(event.dataTransfer.files);
        }}
      >
        <Box color="fg.muted" textStyle="sm">
          {texts.intro}
        </Box>
        <Flex gap="2" wrap="wrap">
          <ChooseOpml busy={busy} onFiles={take} />
          <Button size="md" variant="outline" asChild>
            <a href={managingEndpoints.exportOpml.path} download>
              {texts.export}
            </a>
          </Button>
        </Flex>
      </Flex>
      <ImportOutcome error={start.error} job={job} taken={taken} />
    </>
  );
};

/** Returns the steps below `most`, then `most`, and the current value, in ascending order without repetition. */
export const retentionSteps = (steps: readonly number[], most: number, now: number): number[] =>
  [...new Set([...steps.filter((step) => step < most), most, now])].toSorted((a, b) => a - b);

const daySteps = [1, 2, 3, 5, 7, 14, 30, 60, 90, 180, 365];
const hourSteps = [1, 3, 6, 12, 24, 48, 72, 168, 336, 720];

/** Sets how long articles are kept, up to the deployment's limit. Hidden until that limit is loaded. */
export const RetentionSetting = () => {
  const texts = useTexts('settings');
  const { data } = useQuery(preferencesQuery);
  const { mutate: change } = useChangePreferences();
  if (data === undefined) return null;
  const { retention_bounds: bounds, retention } = data;
  const kept = retention ?? bounds;
  const set = (changes: Partial<typeof kept>): void => {
    const wanted = { ...kept, ...changes };
    const isMost = wanted.article_days === bounds.article_days && wanted.read_hours === bounds.read_hours;
    // Null means the deployment's limit, even if that changes later.
    change({ retention: isMost ? null : wanted });
  };
  return (
    <Section title={texts.retention} text={texts.retentionHint}>
      <SettingRow label={texts.keepUnread} name="keep-unread">
        <Select
          label={texts.keepUnread}
          value={kept.article_days}
          onChange={(days) => set({ article_days: days })}
          options={retentionSteps(daySteps, bounds.article_days, kept.article_days).map((days) => ({
            value: days,
            label: texts.days(days),
          }))}
        />
      </SettingRow>
      <SettingRow label={texts.keepRead} name="keep-read">
        <Select
          label={texts.keepRead}
          value={kept.read_hours}
          onChange={(hours) => set({ read_hours: hours })}
          options={retentionSteps(hourSteps, bounds.read_hours, kept.read_hours).map((hours) => ({
            value: hours,
            label: hours % 24 === 0 ? texts.days(hours / 24) : texts.hours(hours),
          }))}
        />
      </SettingRow>
    </Section>
  );
};
