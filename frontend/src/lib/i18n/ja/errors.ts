import type { LaterTexts } from '../en/later.ts';
import type { ErrorSentence, LaterErrorCode } from '../en/start-errors.ts';

export const laterErrors: Record<LaterErrorCode, ErrorSentence> = {
  FEED_UNREACHABLE: {
    what: 'このアドレスからは何も読み取れませんでした。',
    todo: 'しばらくしてから、もう一度お試しください。',
  },
  ADDRESS_REFUSED: {
    what: '公開されていないアドレスです。',
    todo: '購読できるのは、公開された http または https のアドレスだけです。',
  },
  CREDENTIALS_WRONG: {
    what: '名前とパスワード、またはパスキーが一致しません。',
    todo: '入力内容を確かめるか、別の方法でサインインしてください。',
  },
  FRESH_SIGN_IN_NEEDED: {
    what: 'サインインから10分以上経っています。',
    todo: 'サインアウトしてサインインし直し、10分以内にもう一度操作してください。',
  },
  INVITATION_UNKNOWN: {
    what: 'このリンクは使用済みか、1日の有効期限が切れています。',
    todo: 'この Omomi の管理者に、新しいリンクを頼んでください。',
  },
  NAME_TAKEN: { what: 'この名前はほかの利用者が使っています。', todo: '別の名前を選んでください。' },
  IMPORT_RUNNING: {
    what: '別のインポートが実行中のため、このファイルは受け付けませんでした。',
    todo: '終わるまで待ってから、もう一度インポートしてください。',
  },
  PAST_RUNNING: {
    what: '別のフィードの過去の記事を取り込み中です。',
    todo: '終わるまで待つか、中止してから開始してください。',
  },
  CRAWL_RUNNING: {
    what: '別のクロールが実行中です。',
    todo: '終わるまで待つか、中止してから開始してください。',
  },
  CRAWL_LIMIT: { what: '許可されている上限を超えています。', todo: '小さい値にしてください。' },
  SEARCH_EXISTS: {
    what: '同じ名前の検索がすでに保存されています。',
    todo: '別の名前にするか、保存済みの検索を変更してください。',
  },
  SEARCH_LIMIT: {
    what: '保存できる検索の上限に達しました。',
    todo: 'どれかを削除すると保存できます。',
  },
  HIGHLIGHT_LIMIT: {
    what: 'この記事のハイライトは上限の100件です。',
    todo: 'どれかを削除してから、もう一度試してください。',
  },
  TAG_LIMIT: {
    what: 'タグは200個までです。',
    todo: '使わないタグを削除してから、もう一度追加してください。',
  },
  DESTINATION_LIMIT: {
    what: '送信先は9件までです。',
    todo: '使わない送信先を削除してから、もう一度追加してください。',
  },
  RULE_LIMIT: {
    what: 'ルールの上限（100件、語句などの合計1,000個）に達しました。',
    todo: 'どれかのルールか語句を削除すると追加できます。',
  },
  TOKEN_LIMIT: {
    what: 'API トークンの数が上限に達しています。',
    todo: '使っていないトークンを無効にしてください。',
  },
  FEED_ADDRESS_LIMIT: {
    what: 'フィードのアドレスの上限に達しました。',
    todo: '不要なものを無効にしてください。',
  },
  LAST_IDENTITY: {
    what: 'これが唯一のサインイン方法です。',
    todo: '先に別のアカウントを連携するか、退会してください。',
  },
  SUBSCRIPTION_LIMIT: {
    what: '購読できるフィードの上限に達しました。',
    todo: 'どれかの購読をやめると追加できます。',
  },
  PASSKEY_LIMIT: {
    what: '登録できるパスキーの上限に達しました。',
    todo: '使わなくなったものを削除すると追加できます。',
  },
  KEYWORD_LIMIT: {
    what: '登録できるキーワードの上限に達しました。',
    todo: 'どれかを削除すると追加できます。',
  },
  PAGE_NOT_SAVED: { what: 'ページを保存できませんでした。', todo: 'ページを直接開いてください。' },
  SENDING_FAILED: {
    what: '記事を送信できませんでした。',
    todo: '送信先のアドレスとヘッダーを確認するか、しばらくしてからもう一度お試しください。',
  },
  TEXT_MODEL_FAILED: { what: '文章は作成されませんでした。', todo: 'しばらくしてからやり直してください。' },
  TEXT_MODEL_LIMIT: {
    what: '今月の費用の上限に達しました。',
    todo: '来月からまた使えます。上限はこの Omomi の管理者が変えられます。',
  },
  SEVERAL_FEEDS: { what: 'このページには複数のフィードがあります。', todo: 'どれか1つを選んでください。' },
  FEED_NOT_FOUND: {
    what: 'このアドレスにフィードは見つかりませんでした。',
    todo: '新着記事の並ぶページか、フィードそのもののアドレスをお試しください。',
  },
  FEED_INVALID: {
    what: 'このアドレスの内容はフィードとして読み取れません。',
    todo: '別のアドレスをお試しください。',
  },
  LEARNING_OFF: {
    what: 'Omomi は好みを学習しない設定です。',
    todo: '設定で学習をオンにしてください。',
  },
  IMAGE_UNAVAILABLE: {
    what: '配信元から画像を取得できませんでした。',
    todo: '元の記事を開いてご覧ください。',
  },
  FEED_INACTIVE: {
    what: 'このフィードは一時停止中か、停止しています。',
    todo: '再開してから、もう一度取得してください。',
  },
  MODEL_UNAVAILABLE: {
    what: '重要度を計算するモデルが応答しません。',
    todo: '数分後にもう一度お試しください。',
  },
  ALREADY_SUBSCRIBED: { what: 'このフィードはすでに購読しています。', todo: 'フィード一覧にあります。' },
  UNHEALTHY: {
    what: 'Omomi の一部が動いていません。',
    todo: '実行中の出力を確認してください。',
  },
};

export const noListing: LaterTexts['noListing'] = {
  article: {
    what: 'フィードがなく、このページは記事そのものです。',
    todo: '記事の一覧があるページのアドレスを入力してください。',
  },
  sign_in: {
    what: 'フィードがなく、このページを見るにはログインが必要です。',
    todo: '誰でも見られるページのアドレスを入力してください。',
  },
  needs_scripts: {
    what: 'フィードがなく、このページはスクリプトなしでは何も表示されません。',
    todo: 'サイトのフィードか、スクリプトなしで見出しの読めるページを探してください。',
  },
  no_list: {
    what: 'フィードがなく、このページに見出しの一覧も見つかりませんでした。',
    todo: '記事の一覧があるページのアドレスを入力してください。',
  },
  robots_disallowed: {
    what: 'フィードがなく、サイトがプログラムによるこのページの閲覧を禁止しています（robots.txt）。',
    todo: 'サイトのフィードを探してください。',
  },
};
