import type { Incomplete } from '../../language-pack.ts'
import type { SettingsWords } from '../../settings-words.ts'
import { modelRelated } from './model-related.ts'
import { operation } from './operation.ts'
import { other } from './other.ts'
import { overview } from './overview.ts'
import { rateLimit } from './rate-limit.ts'
import { system } from './system.ts'

export default {
  tabs: {
    operation: '運用',
    'rate-limit': 'レート制限',
    'model-related': 'モデル',
    system: 'システム',
    overview: '概要',
    other: 'その他',
  },

  sections: {
    'operation/general': { title: '全般', hint: 'リンク、表示、このゲートウェイの使い方。' },
    'operation/quota': { title: 'クォータ', hint: 'ユーザーに与えるクォータと、その数え方。' },
    'operation/logs': { title: 'ログ', hint: '呼び出しについて記録する内容と保持期間。' },
    'operation/monitoring': { title: '監視', hint: 'チャネルが失敗したときの動作。' },
    'operation/metrics': {
      title: 'メトリクス',
      hint: 'Prometheusが/metricsで読み取る内容です。モデル、呼び出し、費用を明かすため、トークンを設定するかアドレスを指定するまでオフです。',
    },
    'operation/alerts': { title: 'アラート', hint: '問題が起きたときに一度、回復したときに一度送ります。' },
    'operation/drawing': { title: '画像生成とタスク', hint: 'Midjourneyなど、時間のかかる処理。' },
    'operation/sensitive-words': { title: '禁止語', hint: '通過を許さない語。' },
    'operation/dashboard': { title: 'ダッシュボード', hint: 'ダッシュボードのグラフのもとになるデータ。' },
    'operation/groups': { title: 'グループ', hint: 'ユーザーのグループ、その料金、選べる人。' },
    'operation/chats': { title: 'チャット', hint: 'ユーザーが自分のキーで開けるチャットクライアント。' },
    'operation/model-ratio': { title: 'モデルの料金', hint: '自分で定める料金です。内蔵の価格表に優先します。' },
    'rate-limit/model-request': { title: 'モデルリクエスト', hint: 'ユーザーが行えるモデルリクエストの数。' },
    'rate-limit/nodes': { title: '複数ノード', hint: '複数のノードにまたがる制限の働き方。' },
    'rate-limit/addresses': {
      title: 'アドレスごとのリクエスト',
      hint: '超過したリクエストには429を返します。プロキシの背後で動かす場合は、TRUSTED_PROXIESに指定してください。指定しないと、そのすべてのクライアントが1つと数えられます。このマシン自身のリクエストは数えません。',
    },
    'rate-limit/connections': { title: '接続', hint: 'ほとんど何も送らないクライアントの制限。' },
    'rate-limit/memory': { title: 'メモリー', hint: '実行中の呼び出しの制限。' },
    'model-related/global': { title: 'モデル全般', hint: 'リクエストの受け付け方と渡し方。' },
    'model-related/relay': {
      title: '時間制限',
      hint: 'アップストリームを失敗とみなすまで待つ時間と、クライアントの切断後に読み取りを続ける時間。',
    },
    'model-related/model-limits': {
      title: 'モデルの制限',
      hint: 'モデルに入るトークン数と出るトークン数（価格表の値より優先する場合）。',
    },
    'model-related/stored-responses': {
      title: '応答の保存',
      hint: '応答を再取得したり、そこから続けたりするクライアント向け。',
    },
    'model-related/gemini': { title: 'Gemini', hint: 'Google Geminiのチャネル用。' },
    'model-related/claude': { title: 'Claude', hint: 'Anthropic Claudeのチャネル用。' },
    'system/general': { title: '全般', hint: 'このゲートウェイのアドレス。' },
    'system/worker': { title: 'Worker', hint: 'このサーバーに代わって外部のコンテンツを取得するサーバー。' },
    'system/payment': { title: '支払い', hint: 'ユーザーがオンラインでクォータを購入する方法。' },
    'system/stripe': { title: 'Stripe', hint: 'Stripeのページでのカード払いなど。' },
    'system/invoice': {
      title: '請求書',
      hint: '支払い済みの注文の、印刷できる請求書に載せる情報です。名前が空欄の場合、請求書はありません。',
    },
    'system/login': { title: 'サインインと登録', hint: 'サインインできる人とその方法。' },
    'system/email-domain': { title: 'メールドメイン', hint: '登録できるメールアドレス。' },
    'system/smtp': { title: 'メールサーバー', hint: '確認コード、パスワードの再設定、警告を送ります。' },
    'system/oidc': {
      title: 'OIDC',
      hint: 'プロバイダーに登録するコールバックは、サーバーアドレスに/oauth/oidcを付けたものです。',
    },
    'system/oidc-providers': {
      title: 'その他のOIDCプロバイダー',
      hint: 'それぞれ専用のボタンを持ちます。プロバイダーに登録するコールバックは、サーバーアドレスに/oauth/とスラッグを付けたものです。',
    },
    'system/github': { title: 'GitHub', hint: 'ユーザーがサインインに使うOAuthアプリ。' },
    'system/linuxdo': { title: 'LINUX DO', hint: 'ユーザーがサインインに使うアプリ。' },
    'system/wechat': { title: 'WeChat', hint: '公式アカウントのサーバー。' },
    'system/telegram': { title: 'Telegram', hint: 'ユーザーがサインインに使うボット。' },
    'system/turnstile': { title: 'Turnstile', hint: 'Cloudflareによるロボット対策。' },
    'overview/panels': { title: '概要ページ', hint: 'ダッシュボードのページでユーザーに見せるものと、その順序。' },
    'overview/announcements': { title: 'お知らせ', hint: '日付付きの知らせ。新しいものから表示。' },
    'overview/status': {
      title: '状態パネル',
      hint: 'このゲートウェイ自身の数値による呼び出しの状況と、予定されたメンテナンス。',
    },
    'overview/uptime-kuma': {
      title: 'Uptime Kuma のステータスページ',
      hint: '概要の状態パネルに表示する、お使いの監視。',
    },
    'overview/api-info': { title: 'APIアドレス', hint: 'ユーザーがこのゲートウェイに接続するアドレス。' },
    'overview/faq': { title: 'よくある質問', hint: 'ユーザーがよく尋ねること。' },
    'overview/menu': { title: '独自のメニュー項目とページ', hint: 'コンソールのメニューに加えるリンクとページ。' },
    'other/info': { title: 'システム情報', hint: '稼働中のバージョンと、新しいバージョンの有無。' },
    'other/notice': { title: 'お知らせ', hint: '全員に表示します。', failed: 'お知らせを保存できませんでした' },
    'other/name': { title: 'サイト名', hint: 'このサイトの名前。', failed: 'サイト名を保存できませんでした' },
    'other/logo': { title: 'ロゴ', hint: 'このサイトのロゴ。', failed: 'ロゴを保存できませんでした' },
    'other/accent': {
      title: 'アクセントカラー',
      hint: 'ボタンとリンクの色。',
      failed: 'アクセントカラーを保存できませんでした',
    },
    'other/look': { title: '密度・角・書体', hint: '自分で選んでいないユーザーに対するコンソールの見た目。' },
    'other/home': {
      title: 'ホームページ',
      hint: '訪問者が最初に見る内容。',
      failed: 'ホームページを保存できませんでした',
    },
    'other/home-parts': {
      title: '内蔵のホームページ',
      hint: 'モデルと料金のほかに表示する内容。',
      failed: 'ホームページを保存できませんでした',
    },
    'other/model-pages': {
      title: 'モデルのページ',
      hint: '料金と機能のほかに表示する内容。',
      failed: 'モデルのページを保存できませんでした',
    },
    'other/about': { title: '概要ページ', hint: 'このサイトの運営者。', failed: '概要ページを保存できませんでした' },
    'other/legal': {
      title: 'サイトの規約',
      hint: '新しいユーザーが同意する内容。',
      failed: '規約を保存できませんでした',
    },
    'other/footer': {
      title: 'フッター',
      hint: 'すべてのページの下に表示する行。',
      failed: 'フッターを保存できませんでした',
    },
  },

  options: { ...operation, ...rateLimit, ...modelRelated, ...system, ...overview, ...other },
} satisfies Incomplete<SettingsWords>
