import type { Texts } from '../languages.ts';

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
    every: (minutes: number): string =>
      minutes < 60
        ? `Every ${minutes} minutes`
        : minutes === 60
          ? 'Every hour'
          : `Every ${minutes / 60} hours`,
    intervalHint: 'Quiet feeds are asked less often, a day apart at most.',
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
    every: (minutes) => (minutes < 60 ? `${minutes}分ごと` : `${minutes / 60}時間ごと`),
    intervalHint: '更新の少ないフィードは、間隔が自動的に延びます（最長で1日）。',
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

export const feedDialogsTexts: Texts<typeof en> = { en, ja };
