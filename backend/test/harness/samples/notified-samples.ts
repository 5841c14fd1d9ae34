import type { Notified } from '../../../src/model/reader/notified.ts';

const time = '2026-03-01T08:00:00.000Z';

/** Returns what is stored of a reader with two channels. */
export const sampleNotified = (user_id: string): Notified => ({
  user_id,
  settings: {
    is_on: false,
    what: { kind: 'must_read' },
    most_a_day: 3,
    quiet: null,
    time_zone: 'Asia/Tokyo',
    language: 'ja',
    page: 'https://omomi.example',
  },
  since: time,
  channels: [
    {
      kind: 'ntfy',
      address: 'https://ntfy.example/planted-topic',
      token: 'planted-secret-of-ntfy',
      channel_id: '0123456789ab',
      created_at: time,
      last_sent_at: null,
      problem: { reason: 'refused', status: 403, at: time },
    },
    {
      kind: 'webhook',
      address: 'https://hooks.example/',
      channel_id: 'ba9876543210',
      created_at: time,
      last_sent_at: time,
      problem: null,
    },
  ],
  told: [{ article_id: '1', story_id: '2', at: time }],
  secret: 's',
  failures: 0,
  rests_until: null,
  morning: {
    settings: {
      is_on: true,
      time: '07:00',
      days: [1, 5],
      time_zone: 'Asia/Tokyo',
      language: 'ja',
      page: 'https://omomi.example',
    },
    address: 'anna@example.org',
    is_confirmed: true,
    code: 'planted-secret-of-mails',
    asked: [time],
    done_day: '2026-03-01',
    kept: { '2026-03-01': '0000abcd' },
    last_sent_at: null,
    problem: { status: 550, at: time },
    failures: 1,
    rests_until: time,
  },
  revision: 0,
});
