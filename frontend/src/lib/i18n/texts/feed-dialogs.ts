import type { IntervalReason } from '@omomi/backend/contract';
import type { Texts } from '../languages.ts';

/** Formats an interval in minutes as "30 minutes", "hour" or "5 hours", to follow "every". */
const spanEn = (minutes: number): string => {
  const hours = Math.round(minutes / 60);
  return minutes < 60 ? `${minutes} minutes` : hours === 1 ? 'hour' : `${hours} hours`;
};

/** Formats an interval in minutes as 「30分」 or 「5時間」. */
const spanJa = (minutes: number): string =>
  minutes < 60 ? `${minutes}分` : `${Math.round(minutes / 60)}時間`;

const whyEn: Record<IntervalReason, (span: string) => string> = {
  chosen: (span) => `Every ${span}, as you chose.`,
  another_reader: (span) => `Every ${span}, as another reader of this server chose.`,
  usual: (span) => `Every ${span}, and less often the longer nothing new comes.`,
  publishes_rarely: (span) => `About every ${span}, because it publishes rarely.`,
  publisher_asks: (span) => `About every ${span}, because its publisher asks for that.`,
};

const whyJa: Record<IntervalReason, (span: string) => string> = {
  chosen: (span) => `選んだとおり${span}ごとに取得します。`,
  another_reader: (span) => `このサーバーの別の読者の設定により、${span}ごとに取得します。`,
  usual: (span) => `${span}ごとに取得します。新着がない間は間隔が延びます。`,
  publishes_rarely: (span) => `更新が少ないため、約${span}ごとに取得します。`,
  publisher_asks: (span) => `配信元の求めにより、約${span}ごとに取得します。`,
};

const shortEn: Partial<Record<IntervalReason, string>> = {
  publishes_rarely: 'it publishes rarely',
  publisher_asks: 'its publisher asks for that',
};

const shortJa: Partial<Record<IntervalReason, string>> = {
  publishes_rarely: '更新が少ないため',
  publisher_asks: '配信元の求めにより',
};

const en = {
  details: {
    address: 'Address',
    status: 'State',
    well: 'All is well.',
    lastSuccess: 'Last read',
    lastAttempt: 'Last attempt',
    nextAttempt: 'Next attempt',
    notPlanned: 'None planned',
    never: 'Never',
    newest: 'Last new article',
    pace: 'Pace',
    perWeek: (count: string): string => `${count} articles a week`,
    unknown: 'Unknown: its articles have no dates',
    interval: 'How often to look',
    every: (minutes: number): string => `Every ${spanEn(minutes)}`,
    automatic: 'Automatic',
    automaticNow: (minutes: number, reason: IntervalReason): string => {
      const why = shortEn[reason];
      return `Automatic (now about every ${spanEn(minutes)}${why === undefined ? '' : `: ${why}`})`;
    },
    intervalHint:
      'Automatic asks a quiet feed less often, a day apart at most. An interval that you choose holds, unless the site asks to wait.',
    whyInterval: (minutes: number, reason: IntervalReason): string => whyEn[reason](spanEn(minutes)),
    whyFirst: 'It has not been fetched yet.',
    whyAsked: 'The site asked Omomi to wait until then.',
    whyFailing: 'The last attempt failed, so Omomi tries again then.',
  },
  renameTitle: 'Rename feed',
  name: 'Name',
  ownName: 'Leave empty to use the feed’s own name.',
  moveTitle: 'Move to folder',
  newFolder: 'Folder name',
  folderHint: 'Pick a folder or type a new name. Leave it empty for none.',
  renameFolderTitle: 'Rename folder',
  renameFolderHint: 'If there is a folder of the new name, the two become one.',
  folderMerged: (name: string): string => `The feeds are now together in “${name}”.`,
  folderDeleted: (name: string): string => `Deleted the folder “${name}”. Its feeds are still followed.`,
  deleteFolderTitle: (name: string): string => `Delete the folder “${name}”?`,
  deleteFolderText: 'Its feeds stay followed, in no folder.',
  deleteFolderConfirm: 'Delete folder',
  unsubscribeTitle: (title: string): string => `Unsubscribe from ${title}?`,
  unsubscribeText: 'Its articles leave your lists. What you saved stays.',
  unsubscribeConfirm: 'Unsubscribe',
};

const ja: typeof en = {
  details: {
    address: 'アドレス',
    status: '状態',
    well: '正常です。',
    lastSuccess: '最後に読めた日時',
    lastAttempt: '最後の取得',
    nextAttempt: '次の取得',
    notPlanned: '予定なし',
    never: 'まだありません',
    newest: '最後の新着',
    pace: '更新の頻度',
    perWeek: (count) => `週に約${count}件`,
    unknown: '不明（記事に日付がありません）',
    interval: '取得の間隔',
    every: (minutes) => `${spanJa(minutes)}ごと`,
    automatic: '自動',
    automaticNow: (minutes, reason) => {
      const why = shortJa[reason];
      return `自動（${why === undefined ? '' : `${why}、`}現在は約${spanJa(minutes)}ごと）`;
    },
    intervalHint:
      '自動では、更新の少ないフィードほど間隔が延びます（最長で1日）。選んだ間隔は、サイトから待つよう求められない限り守られます。',
    whyInterval: (minutes, reason) => whyJa[reason](spanJa(minutes)),
    whyFirst: 'まだ一度も取得していません。',
    whyAsked: 'それまで待つよう、サイトから求められました。',
    whyFailing: '前回の取得に失敗したため、再試行します。',
  },
  renameTitle: 'フィードの名前を変更',
  name: '名前',
  ownName: '空欄にすると、フィード本来の名前に戻ります。',
  moveTitle: 'フォルダへ移動',
  newFolder: 'フォルダ名',
  folderHint: '既存のフォルダを選ぶか、新しい名前を入力してください。空欄ならフォルダなしになります。',
  renameFolderTitle: 'フォルダの名前を変更',
  renameFolderHint: '同じ名前のフォルダがあれば、一つにまとまります。',
  folderMerged: (name) => `フィードを「${name}」にまとめました。`,
  folderDeleted: (name) => `フォルダ「${name}」を削除しました。フィードの購読は続きます。`,
  deleteFolderTitle: (name) => `フォルダ「${name}」を削除しますか?`,
  deleteFolderText: 'フィードの購読は続き、フォルダなしになります。',
  deleteFolderConfirm: 'フォルダを削除',
  unsubscribeTitle: (title) => `「${title}」の購読をやめますか?`,
  unsubscribeText: 'このフィードの記事は一覧から消えます。保存した記事は残ります。',
  unsubscribeConfirm: '購読をやめる',
};

export type FeedDialogsTexts = typeof en;
export const feedDialogsTexts: Texts<typeof en> = { en, ja };
