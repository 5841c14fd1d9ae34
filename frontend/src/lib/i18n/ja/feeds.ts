import { wholeNumber } from '../counted.ts';
import { type IntervalReason, KEPT_FOR_EVER } from '@omomi/backend/contract';
import type { LaterTexts } from '../en/later.ts';

/** Formats an interval in minutes as 「30分」 or 「5時間」. */
const span = (minutes: number): string => (minutes < 60 ? `${minutes}分` : `${Math.round(minutes / 60)}時間`);

const why: Record<IntervalReason, (minutes: number) => string> = {
  chosen: (minutes) => `選んだとおり${span(minutes)}ごとに取得します。`,
  another_reader: (minutes) => `このサーバーの別の読者の設定により、${span(minutes)}ごとに取得します。`,
  usual: (minutes) => `${span(minutes)}ごとに取得します。新着がない間は間隔が延びます。`,
  publishes_rarely: (minutes) => `更新が少ないため、約${span(minutes)}ごとに取得します。`,
  publisher_asks: (minutes) => `配信元の求めにより、約${span(minutes)}ごとに取得します。`,
  hub: (minutes) =>
    `サイトから更新の通知が届くと、すぐに取得します。念のため、約${span(minutes)}ごとにも取得します。`,
};

const short: Partial<Record<IntervalReason, string>> = {
  publishes_rarely: '更新が少ないため',
  publisher_asks: '配信元の求めにより',
  hub: '更新がすぐに通知されるため',
};

export const drawer = {
  find: 'フィードやフォルダーを絞り込む',
  none: 'この名前のフィードやフォルダーはありません。',
};

export const feedDialogs: LaterTexts['feedDialogs'] = {
  details: {
    about: '説明',
    address: 'アドレス',
    changeAddress: '変更…',
    newAddress: '新しいアドレス',
    addressHint: 'フォルダー、名前、設定はそのままで、既読も変わりません。',
    change: 'アドレスを変更',
    changing: 'フィードを読み込んでいます…',
    moved: (title, url) => `「${title}」を ${url} から取得します。`,
    fetches: {
      title: '直近30日の取得',
      outcomes: { new: '新着あり', unchanged: '新着なし', failed: '失敗', none: '取得なし' },
      summary: (fresh, unchanged, failed, none) =>
        [
          `新着あり${wholeNumber(fresh)}日`,
          `新着なし${wholeNumber(unchanged)}日`,
          ...(failed === 0 ? [] : [`失敗${wholeNumber(failed)}日`]),
          ...(none === 0 ? [] : [`取得なし${wholeNumber(none)}日`]),
        ].join('、'),
      failedOn: (days) => `失敗した日: ${days}`,
    },
    past: {
      title: '過去の記事',
      look: '過去の記事を探す',
      none: 'このフィードからたどれる過去の記事はありません。',
      takes: (articles, minutes) =>
        `最大${wholeNumber(articles)}件を既読として取り込みます。長くても約${wholeNumber(minutes)}分です。`,
      takesPages: (pages, minutes) =>
        `サイトの${wholeNumber(pages)}ページのうち、日付のある記事を既読として取り込みます。約${wholeNumber(minutes)}分です。`,
      bring: '取り込む',
      goOn: '続きから取り込む',
      begun: '取り込みを始めました。進み具合は処理状況で確認できます。',
    },
    signIn: {
      title: 'このサイトへのサインイン',
      text: '購読者だけに全文を見せるサイト向けです。サインイン情報は暗号化して保存し、このサイトだけに送り、二度と表示しません。フィードはあなた専用になります。',
      cookie: 'サイトのCookie',
      cookieHint: 'ブラウザーがサイトに送っている値です。開発者ツールの「Cookie」の値を貼り付けてください。',
      user: 'サイトでのユーザー名',
      password: 'サイトでのパスワード',
      header: 'ヘッダーの名前',
      value: 'ヘッダーの値',
      save: 'サインイン情報を保存',
      saving: 'サイトに確認しています…',
      saved: 'サイトにサインインできました。',
      kinds: {
        cookie: 'サイトのCookie',
        login: 'ユーザー名とパスワード',
        headers: 'ヘッダー',
      },
      has: (kinds, at) => `${at}に設定: ${kinds}`,
      remove: '削除',
      removed: 'サインイン情報を削除しました。',
      unavailable: 'このサーバーの管理者が設定していません。',
      invalid: {
        what: 'この内容はサイトに送れません。',
        todo: '1行で貼り付け直してください。アドレスは https で始まる必要があります。',
      },
    },
    newsletter: {
      address: 'アドレス',
      from: '最後の送信者',
      none: 'まだメールが届いていません',
      unsubscribe: '登録の解除',
      atSender: '送信者のサイトで',
    },
    like: {
      title: '似ているフィード',
      look: '表示する',
      none: 'よく知られたフィードの中に、よく似たものはありません。',
      follow: '購読する',
      followed: '購読中',
    },
    status: '状態',
    well: '正常です。',
    lastSuccess: '最後に取得できた日時',
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
      over_limit: (n) => `古い記事${wholeNumber(n)}件。新しい50件に続いて届きます。`,
      too_large: (n) => `${wholeNumber(n)}件。大きすぎて保存できません。`,
      unreadable: (n) => `${wholeNumber(n)}件。読み取れませんでした。読めるようになれば届きます。`,
    },
    volume: '表示する量',
    volumes: {
      more: '多め: 記事の重要度を上げる',
      normal: '標準: 記事が多い日は重要度を下げる',
      less: '少なめ: 記事の重要度を下げる',
    },
    keep: '記事を残す期間',
    kept: (days) =>
      days === null ? '設定のとおり' : days === KEPT_FOR_EVER ? 'ずっと' : `${wholeNumber(days)}日`,
    keptHint: '既読でも未読でも残ります。通常の期間を過ぎたものは、新しい順に5,000件までです。',
    interval: '取得の間隔',
    every: (minutes) => `${span(minutes)}ごと`,
    automatic: '自動',
    automaticNow: (minutes, reason) => {
      const why = short[reason];
      return `自動（${why === undefined ? '' : `${why}、`}現在は約${span(minutes)}ごと）`;
    },
    whyInterval: why,
    whyFirst: 'まだ一度も取得していません。',
    whyAsked: 'それまで待つよう、サイトから求められました。',
    whyFailing: '前回の取得に失敗したため、再試行します。',
  },
  renameTitle: 'フィードの名前を変更',
  name: '名前',
  ownName: '空欄にすると、フィード本来の名前に戻ります。',
  moveTitle: 'フォルダーへ移動',
  newFolder: 'フォルダー名',
  folderHint: '既存のフォルダーを選ぶか、新しい名前を入力してください。空欄ならフォルダーなしになります。',
  renameFolderTitle: 'フォルダーの名前を変更',
  renameFolderHint: '同じ名前のフォルダーがあれば、1つにまとまります。',
  folderMerged: (name) => `フィードを「${name}」にまとめました。`,
  folderDeleted: (name) => `フォルダー「${name}」を削除しました。フィードの購読は続きます。`,
  deleteFolderTitle: (name) => `フォルダー「${name}」を削除しますか？`,
  deleteFolderText: 'フィードの購読は続き、フォルダーなしになります。',
  deleteFolderConfirm: 'フォルダーを削除',
  unsubscribeTitle: (title) => `「${title}」の購読をやめますか？`,
  unsubscribeText: 'このフィードの記事は一覧から消えます。保存した記事は残ります。',
  unsubscribeConfirm: '購読をやめる',
};

const feeds = (n: number): string => `${wholeNumber(n)}件のフィード`;

export const yourReading: LaterTexts['yourReading'] = {
  title: '読んだ記事のまとめ',
  failed: '開いた記事を数えられませんでした。',
  none: {
    title: 'この1か月に届いた記事はありません',
    text: '記事が届くと、フィードごとに何件開いたかをここで確かめられます。',
  },
  intro: (since, read, came) =>
    `${since}からの${wholeNumber(came)}件のうち、${wholeNumber(read)}件を開きました。`,
  partial: '新しい記事だけを数えています。',
  isPrivate: 'あなただけに見えます。表示するたびに一覧から数え、どこにも保存しません。',
  least: '開くことが少ないフィード',
  leastText: 'ボタンひとつで購読をやめられ、元に戻すこともできます。保存した記事は残ります。',
  readOf: (read, came) => `${came}件中${read}件`,
  all: (n) => `${wholeNumber(n)}件すべてを表示`,
  pictures: '開いた記事',
  byDay: '日ごと',
  byHour: '時間帯ごと',
  byFeed: 'フィードごと',
  byKeyword: 'キーワードごと',
  most: (at, n) => `最も多いのは${at}の${wholeNumber(n)}件です。`,
  asTable: '表で見る',
};

export const feedsPage: LaterTexts['feedsPage'] = {
  moveInOut: '読み込みと書き出し',
  loadFailed: 'フィードを読み込めませんでした。',
  samples: {
    note: (n) => `このうち${wholeNumber(n)}件は、Omomi に付属する見本のフィードです。`,
    remove: '見本を外す',
  },
  tableLabel: '購読中のフィード',
  tableHint:
    '矢印キーで行を移動し、スペースキーで選択します。Shift を押しながらだと、そこまでをまとめて選択します。',
  columns: {
    title: 'フィード',
    folder: 'フォルダー',
    health: '状態',
    pace: '週あたり',
    unread: '未読',
    success: '最終取得',
    share: '読む割合',
    importance: '重要度',
  },
  meanings: {
    title: 'フィード',
    folder: 'フォルダー',
    health: '取得できているか、できないときにできること',
    pace: '週あたりの記事数（直近4週間）',
    unread: '未読の記事',
    success: '最後に問題なく取得できた日時',
    share: '直近30日に読んだ記事に占める割合',
    importance: '記事が届いたときの重要度の平均（0〜100）',
  },
  actions: '操作',
  fine: '正常',
  unknown: '不明',
  find: 'フィード、アドレス、フォルダーを探す',
  state: '表示',
  anyState: 'すべてのフィード',
  states: {
    trouble: '問題あり',
    paused: '一時停止中',
    quiet: '90日間更新なし',
    never_read: '一度も読んでいない',
  },
  sortBy: '並べ替え',
  order: { up: '昇順', down: '降順' },
  count: (shown, all) => (shown === all ? feeds(all) : `${feeds(all)}のうち${wholeNumber(shown)}件`),
  inTrouble: (n) => `問題あり${wholeNumber(n)}件`,
  partial: '読む割合と重要度は新しい記事だけの集計です',
  select: (title) => `「${title}」を選択`,
  selectAll: '表示中のフィードをすべて選択',
  selected: (n) => `${wholeNumber(n)}件を選択中`,
  clear: '選択を解除',
  move: '移動…',
  moveTitle: (n) => `${feeds(n)}をフォルダーへ移動`,
  pause: '一時停止',
  resume: '再開',
  markRead: '既読にする',
  retry: '今すぐ再取得',
  leave: '購読をやめる…',
  leaveTitle: (n) => `${feeds(n)}の購読をやめますか？`,
  leaveText: (names, more) =>
    `${names}${more === 0 ? '' : ` ほか${wholeNumber(more)}件`}。これらの記事は一覧から消えます。保存した記事は残ります。`,
  leaveConfirm: (n) => `${wholeNumber(n)}件の購読をやめる`,
  working: {
    move: (done, total) => `移動しています（${done} / ${total}）`,
    pause: (done, total) => `一時停止しています（${done} / ${total}）`,
    resume: (done, total) => `再開しています（${done} / ${total}）`,
    retry: (done, total) => `再取得を頼んでいます（${done} / ${total}）`,
    leave: (done, total) => `購読をやめています（${done} / ${total}）`,
  },
  waiting: '一度に変更できる数に限りがあります。残りは1分以内に自動的に変更されます。',
  stop: '中止',
  did: {
    move: (n) => `${feeds(n)}を移動しました。`,
    pause: (n) => `${feeds(n)}を一時停止しました。`,
    resume: (n) => `${feeds(n)}を再開しました。`,
    retry: (n) => `${feeds(n)}の自動取得を再開しました。`,
    leave: (n) => `${feeds(n)}の購読をやめました。`,
  },
  failed: {
    move: (n) => `${feeds(n)}を移動できませんでした。`,
    pause: (n) => `${feeds(n)}を一時停止できませんでした。`,
    resume: (n) => `${feeds(n)}を再開できませんでした。`,
    retry: (n) => `${feeds(n)}を再取得できませんでした。`,
    leave: (n) => `${feeds(n)}の購読をやめられませんでした。`,
  },
  stopped: (n) => `中止しました。${feeds(n)}は元のままです。`,
  none: {
    title: '当てはまるフィードがありません。',
    text: 'ほかの言葉で探すか、すべてのフィードを表示してください。',
    action: 'すべてのフィードを表示',
  },
  empty: {
    title: 'まだフィードを購読していません',
    text: '好きなサイトのアドレスを追加するか、ほかのリーダーからフィードを読み込んでください。',
  },
  pace: (figure) => `週に${figure}件`,
  read: (when) => `取得: ${when}`,
};

export const remedies: LaterTexts['remedies'] = {
  gone: 'サイトで別のアドレスを探すか、購読をやめてください。',
  not_found: 'サイトで新しいアドレスを探し、「詳細」で変更してください。',
  forbidden: '時間をおいて試すか、サイトの別のアドレスを探してください。',
  unauthorized: '誰でも見られるアドレスを購読してください。',
  rate_limited: 'そのままで大丈夫です。間隔を空けて取得します。',
  server_error: 'そのままで大丈夫です。自動で再試行します。',
  http_error: '時間をおいて試し、続くようなら新しいアドレスを探してください。',
  unresolved: 'アドレスの誤りか、サイトの移転先を確かめてください。',
  unreachable: 'しばらくお待ちください。続くようなら、サイトがまだあるか確かめてください。',
  timed_out: 'そのままで大丈夫です。自動で再試行します。',
  tls_failed: 'ブラウザーでサイトが開くか確かめてください。直せるのはサイトの運営者です。',
  too_large: 'サイトのもっと短いフィードを探してください。',
  too_many_redirects: 'サイトを開き、「詳細」でアドレスを変更してください。',
  address_refused: '公開されているアドレスを購読してください。',
  not_a_feed: 'そのページでフィードの新しいアドレスを探し、「詳細」で変更してください。',
  parse_failed: '時間をおいて試してください。直せるのはサイトの運営者です。',
  too_complex: 'サイトのもっと短いフィードを探してください。',
  not_a_listing: '「詳細」でアドレスを変更してください。',
  robots_disallowed: 'サイトのフィードを探してください。',
  sign_in_needed: '「詳細」でサインイン情報を入力し直してください。',
};
