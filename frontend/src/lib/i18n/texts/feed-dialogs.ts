import type { IntervalReason } from '@omomi/backend/contract';
import { counted, wholeNumber } from '../counted.ts';
import type { Texts } from '../languages.ts';

/** Formats an interval in minutes as "30 minutes", "hour" or "5 hours", to follow "every". */
const spanEn = (minutes: number): string => {
  const hours = Math.round(minutes / 60);
  if (minutes === 1) return 'minute';
  return minutes < 60 ? `${minutes} minutes` : hours === 1 ? 'hour' : `${hours} hours`;
};

/** Formats an interval in minutes as 「30分」 or 「5時間」. */
const spanJa = (minutes: number): string =>
  minutes < 60 ? `${minutes}分` : `${Math.round(minutes / 60)}時間`;

const whyEn: Record<IntervalReason, (minutes: number) => string> = {
  chosen: (minutes) => `Every ${spanEn(minutes)}, as you chose.`,
  another_reader: (minutes) => `Every ${spanEn(minutes)}, as another reader of this server chose.`,
  usual: (minutes) => `Every ${spanEn(minutes)}, and less often the longer nothing new comes.`,
  publishes_rarely: (minutes) => `About every ${spanEn(minutes)}, because it publishes rarely.`,
  publisher_asks: (minutes) => `About every ${spanEn(minutes)}, because its publisher asks for that.`,
};

const whyJa: Record<IntervalReason, (minutes: number) => string> = {
  chosen: (minutes) => `選んだとおり${spanJa(minutes)}ごとに取得します。`,
  another_reader: (minutes) => `このサーバーの別の読者の設定により、${spanJa(minutes)}ごとに取得します。`,
  usual: (minutes) => `${spanJa(minutes)}ごとに取得します。新着がない間は間隔が延びます。`,
  publishes_rarely: (minutes) => `更新が少ないため、約${spanJa(minutes)}ごとに取得します。`,
  publisher_asks: (minutes) => `配信元の求めにより、約${spanJa(minutes)}ごとに取得します。`,
};

const shortEn: Partial<Record<IntervalReason, string>> = {
  publishes_rarely: 'it publishes rarely',
  publisher_asks: 'its publisher asks',
};

const shortJa: Partial<Record<IntervalReason, string>> = {
  publishes_rarely: '更新が少ないため',
  publisher_asks: '配信元の求めにより',
};

const en = {
  details: {
    about: 'About',
    address: 'Address',
    changeAddress: 'Change…',
    newAddress: 'New address',
    addressHint:
      'The feed at this address takes its place, with the same folder, name and settings. What you have read stays read.',
    change: 'Change address',
    changing: 'Reading the feed…',
    moved: (title: string, url: string): string => `${title} is now read from ${url}.`,
    fetches: {
      title: 'The last 30 days',
      outcomes: { new: 'something new', unchanged: 'nothing new', failed: 'failed', none: 'not fetched' },
      summary: (fresh: number, unchanged: number, failed: number, none: number): string =>
        [
          `Something new on ${counted(fresh, 'day', 'days')}`,
          `nothing new on ${unchanged}`,
          ...(failed === 0 ? [] : [`failed on ${failed}`]),
          ...(none === 0 ? [] : [`not fetched on ${none}`]),
        ].join(', ') + '.',
      failedOn: (days: string): string => ` Failed on: ${days}.`,
    },
    status: 'State',
    well: 'All is well.',
    lastSuccess: 'Last read',
    lastAttempt: 'Last attempt',
    nextAttempt: 'Next attempt',
    notPlanned: 'None planned',
    never: 'Never',
    newest: 'Newest article',
    pace: 'Pace',
    perWeek: (count: string): string => `${count} ${Number(count) === 1 ? 'article' : 'articles'} a week`,
    unknown: 'Unknown: its articles have no dates',
    leftOut: 'Left out',
    leftOutWhy: {
      over_limit: (n: number): string =>
        `${counted(n, 'older article', 'older articles')}: one fetch brings at most the newest 50.`,
      too_large: (n: number): string => `${counted(n, 'article', 'articles')}: too large to be stored.`,
      unreadable: (n: number): string =>
        `${counted(n, 'article', 'articles')}: not readable. ${n === 1 ? 'It comes' : 'They come'} once that changes.`,
    },
    volume: 'How much of it to see',
    volumes: {
      more: 'More: its articles rank higher',
      normal: 'Normal: many articles a day rank lower',
      less: 'Less: its articles rank lower',
    },
    volumeHint: 'So that a feed with many articles does not bury the rare ones.',
    interval: 'How often to look',
    every: (minutes: number): string => `Every ${spanEn(minutes)}`,
    automatic: 'Automatic',
    automaticNow: (minutes: number, reason: IntervalReason): string => {
      const why = shortEn[reason];
      return `Automatic (now about every ${spanEn(minutes)}${why === undefined ? '' : `: ${why}`})`;
    },
    intervalHint:
      'Automatic asks a quiet feed less often, a day apart at most. An interval that you choose holds, unless the site asks to wait, or another reader asks for a shorter one.',
    whyInterval: whyEn,
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
    about: '説明',
    address: 'アドレス',
    changeAddress: '変更…',
    newAddress: '新しいアドレス',
    addressHint:
      'このアドレスのフィードに切り替わります。フォルダ、名前、設定はそのままで、既読も変わりません。',
    change: 'アドレスを変更',
    changing: 'フィードを読み込んでいます…',
    moved: (title, url) => `「${title}」を ${url} から取得します。`,
    fetches: {
      title: '直近30日の取得',
      outcomes: { new: '新着あり', unchanged: '新着なし', failed: '失敗', none: '取得なし' },
      summary: (fresh, unchanged, failed, none) =>
        [
          `新着あり ${wholeNumber(fresh)} 日`,
          `新着なし ${wholeNumber(unchanged)} 日`,
          ...(failed === 0 ? [] : [`失敗 ${wholeNumber(failed)} 日`]),
          ...(none === 0 ? [] : [`取得なし ${wholeNumber(none)} 日`]),
        ].join('、'),
      failedOn: (days) => `失敗した日: ${days}`,
    },
    status: '状態',
    well: '正常です。',
    lastSuccess: '最後に読めた日時',
    lastAttempt: '最後の取得',
    nextAttempt: '次の取得',
    notPlanned: '予定なし',
    never: 'まだありません',
    newest: '最新の記事',
    pace: '更新の頻度',
    perWeek: (count) => `週に約${count}件`,
    unknown: '不明（記事に日付がありません）',
    leftOut: '取り込まなかった記事',
    leftOutWhy: {
      over_limit: (n) => `古い記事${wholeNumber(n)}件。一度の取得で取り込むのは新しい50件までです。`,
      too_large: (n) => `${wholeNumber(n)}件。大きすぎて保存できません。`,
      unreadable: (n) => `${wholeNumber(n)}件。読み取れませんでした。読めるようになれば届きます。`,
    },
    volume: '表示する量',
    volumes: {
      more: '多め: 記事の重要度を上げる',
      normal: '標準: 記事が多い日は重要度を下げる',
      less: '少なめ: 記事の重要度を下げる',
    },
    volumeHint: '記事の多いフィードに、まれな記事が埋もれないようにします。',
    interval: '取得の間隔',
    every: (minutes) => `${spanJa(minutes)}ごと`,
    automatic: '自動',
    automaticNow: (minutes, reason) => {
      const why = shortJa[reason];
      return `自動（${why === undefined ? '' : `${why}、`}現在は約${spanJa(minutes)}ごと）`;
    },
    intervalHint:
      '自動では、更新の少ないフィードほど間隔が延びます（最長で1日）。選んだ間隔は、サイトから待つよう求められるか、ほかの読者がより短い間隔を選ばない限り守られます。',
    whyInterval: whyJa,
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
