import type { Texts } from '../languages.ts';

const en = {
  title: 'Keyboard shortcuts',
  next: 'Next article',
  previous: 'Previous article',
  open: 'Open or close the article',
  visit: 'Read at the source',
  search: 'Search; arrows and Enter lead to what is found, Esc back',
  read: 'Mark as read or unread',
  save: 'Save or let go',
  opinion: 'More or less like the open article, where Omomi learns',
  markAll: 'Mark all read',
  undo: 'Take that back, while it is offered',
  close: 'Close the article',
  help: 'This help',
};

const ja: typeof en = {
  title: 'キーボードショートカット',
  next: '次の記事',
  previous: '前の記事',
  open: '記事を開く・閉じる',
  visit: '元の記事を開く',
  search: '検索(矢印と Enter で結果へ、Esc で戻る)',
  read: '既読・未読を切り替える',
  save: '保存する・解除する',
  opinion: '開いた記事に似た記事を増やす・減らす(学習がオンのとき)',
  markAll: 'すべて既読にする',
  undo: '既読にした操作を元に戻す(通知が出ている間)',
  close: '記事を閉じる',
  help: 'このヘルプ',
};

export const shortcutsTexts: Texts<typeof en> = { en, ja };
