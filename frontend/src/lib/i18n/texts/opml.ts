import { counted, wholeNumber } from '../counted.ts';
import type { Texts } from '../languages.ts';

const en = {
  title: 'Moving feeds in and out',
  intro: 'Drop an OPML file here, as every feed reader can export one.',
  choose: 'Import OPML file…',
  export: 'Export as OPML',
  progress: (done: number, total: number): string =>
    total === 0 ? 'Importing…' : `Importing feeds, ${done} of ${total}`,
  summary: (imported: number, unreachable: number, duplicates: number, failed: number): string =>
    [
      counted(imported, 'feed added', 'feeds added'),
      ...(unreachable === 0 ? [] : [`${unreachable} of them cannot be read yet`]),
      ...(duplicates === 0 ? [] : [`${duplicates} already there`]),
      ...(failed === 0 ? [] : [`${failed} could not be added`]),
    ].join(', ') + '.',
  report: 'Feeds of the file',
  outcomes: {
    pending: 'Waiting',
    imported: 'Added',
    imported_unreachable: 'Added, trouble',
    duplicate: 'Already there',
    failed: 'Not added',
  },
  problems: {
    no_address: 'The file has no address for it.',
    invalid_address: 'This is not a web address.',
    already_subscribed: 'You already follow this feed.',
    repeated: 'The file has this feed more than once.',
    subscription_limit: 'You follow as many feeds as you can.',
  },
  invalid: {
    what: 'This file cannot be imported.',
    todo: 'Choose an OPML file with at most 1,000 feeds.',
  },
};

const ja: typeof en = {
  title: 'フィードの引っ越し',
  intro: 'ほかのフィードリーダーから書き出した OPML ファイルをここにドロップできます。',
  choose: 'OPML ファイルを読み込む…',
  export: 'OPML で書き出す',
  progress: (done, total) =>
    total === 0
      ? '読み込んでいます…'
      : `フィードを読み込み中（${wholeNumber(total)} 件中 ${wholeNumber(done)} 件）`,
  summary: (imported, unreachable, duplicates, failed) =>
    [
      `${wholeNumber(imported)} 件を追加しました。`,
      ...(unreachable === 0 ? [] : [`うち ${wholeNumber(unreachable)} 件はまだ読めません。`]),
      ...(duplicates === 0 ? [] : [`${wholeNumber(duplicates)} 件は登録済みです。`]),
      ...(failed === 0 ? [] : [`${wholeNumber(failed)} 件は追加できませんでした。`]),
    ].join(''),
  report: 'ファイル内のフィード',
  outcomes: {
    pending: '待機中',
    imported: '追加済み',
    imported_unreachable: '追加済み・エラー',
    duplicate: '登録済み',
    failed: '追加できません',
  },
  problems: {
    no_address: 'ファイルにアドレスがありません。',
    invalid_address: 'Web のアドレスではありません。',
    already_subscribed: 'すでに購読しているフィードです。',
    repeated: 'ファイルに同じフィードが複数あります。',
    subscription_limit: '購読できる数の上限に達しています。',
  },
  invalid: {
    what: 'このファイルは読み込めません。',
    todo: 'フィードが 1,000 件までの OPML ファイルを選んでください。',
  },
};

export type OpmlTexts = typeof en;
export const opmlTexts: Texts<typeof en> = { en, ja };
