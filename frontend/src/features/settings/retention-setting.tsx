import { useQuery } from '@tanstack/react-query';
import { Section, SettingRow } from '../../components/page/section.tsx';
import { Select } from '../../components/controls/inputs.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { preferencesQuery, useChangePreferences } from '../../lib/preferences/queries.ts';

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
