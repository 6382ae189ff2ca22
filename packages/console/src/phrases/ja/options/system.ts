import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const system = {
  ServerAddress: {
    label: 'サーバーアドレス',
    hint: '外部からこのゲートウェイに接続するアドレス。メール、支払い、サインインのコールバック、チャットリンクに使います。',
  },
  WorkerUrl: {
    label: 'Workerのアドレス',
    hint: 'このサーバーに代わって、リクエストがアドレスで指定したファイルを取得し、Webhookを届けます。POST {url, key, method, headers, body}をJSONで受け取り、応答を返します。プライベートアドレスでもかまいません。内部アドレスは、Workerを呼び出す前に拒否します。名前はWorkerの動作場所で解決されます。空欄：このサーバー自身が取得します。',
  },
  WorkerValidKey: {
    label: 'Workerのキー',
    hint: 'Workerがこのゲートウェイを識別するためのもの。アドレスとともに消去されます。',
  },
  WorkerAllowHttpImageRequestEnabled: {
    label: 'httpの使用を許可',
    hint: 'オフ：Workerはhttpsのアドレスだけを取得します。',
  },
  PayAddress: {
    label: '決済ゲートウェイ',
    hint: 'Epay互換ゲートウェイのアドレス。アドレス、加盟店ID、キーを設定すると、オンラインチャージがオンになります。',
  },
  EpayId: {
    label: '加盟店ID',
    hint: '決済ゲートウェイでの自分の番号。',
  },
  EpayKey: {
    label: '加盟店キー',
    hint: '注文に署名し、支払いが本物であることを確かめます。',
  },
  Price: {
    label: '1ドルの価格',
    hint: '1米ドル分のクォータに対してユーザーが支払う額（決済ゲートウェイの通貨）。',
  },
  MinTopUp: {
    label: '最低チャージ額',
    hint: 'ユーザーは、一度にこれより少なく購入できません。',
    unit: 'USD',
  },
  CustomCallbackAddress: {
    label: 'コールバックアドレス',
    hint: '決済ゲートウェイが支払いを通知する先（サーバーアドレスと異なる場合）。',
  },
  TopupGroupRatio: {
    label: 'チャージ倍率',
    hint: 'グループ → ユーザーが支払う割合。1は全額、0.9は10%引きです。挙げていないグループは全額を支払います。',
  },
  TopUpBonuses: {
    label: 'ボーナス',
    hint: '米ドルの金額 → 上乗せする割合（%）。100 → 10なら、100が110になります。達した最高の金額を適用します。',
  },
  StripeSecretKey: {
    label: 'シークレットキー',
    hint: 'Stripeアカウントのsk_…またはrk_…。2つのシークレットを設定すると、Stripeでの支払いがオンになります。',
  },
  StripeWebhookSecret: {
    label: '署名シークレット',
    hint: 'Stripeでこのサーバー用に追加するエンドポイントのwhsec_…。アドレスはサーバーアドレスに/api/user/stripe/notifyを付けたもの、イベントはcheckout.session.completed、checkout.session.async_payment_succeeded、charge.refunded、charge.disputeのcreated、updated、closedです。',
  },
  StripeCurrency: {
    label: '通貨',
    hint: 'Stripeが請求する通貨。補助単位のない通貨は選べません。',
  },
  StripePrice: {
    label: '1ドルの価格',
    hint: '1米ドル分のクォータに対してユーザーが支払う額（この通貨）。',
  },
  StripeMinTopUp: {
    label: '最低チャージ額',
    hint: 'ユーザーは、一度にこれより少なく購入できません。Stripe自身も、約0.5ドル未満を拒否します。',
    unit: 'USD',
  },
  StripeApiAddress: {
    label: 'APIアドレス',
    hint: '空欄：https://api.stripe.com。',
  },
  InvoiceName: {
    label: '名前',
    hint: '会社名。',
  },
  InvoiceAddress: {
    label: '住所',
    hint: '印刷するとおりに入力します。',
  },
  InvoiceTaxId: {
    label: '税番号',
    hint: '種類を付けて入力します（例：「VAT ID DE123456789」）。',
  },
  InvoiceFooter: {
    label: 'フッター',
    hint: '金額の下に表示：税についての注記、銀行口座、お礼など。',
  },
  PasswordLoginEnabled: {
    label: 'パスワードでのサインイン',
    hint: 'オフにする前に、すべての管理者にほかのサインイン方法があることを確認してください。',
  },
  PasswordRegisterEnabled: {
    label: 'パスワードでの登録',
    hint: 'オフ：新しいユーザーは、下の外部アカウントでのみ登録できます。',
  },
  RegisterEnabled: {
    label: '新規ユーザー',
    hint: 'オフ：パスワードでも外部アカウントでも、誰も登録できません。',
  },
  EmailVerificationEnabled: {
    label: 'メールアドレスを確認',
    hint: 'パスワードでの登録に、メールで送るコードが必要になります。先にメールサーバーを設定してください。',
  },
  GitHubOAuthEnabled: {
    label: 'GitHubでのサインイン',
    hint: 'ユーザーが自分のGitHubアカウントを連携することもできます。',
  },
  LinuxDOOAuthEnabled: {
    label: 'LINUX DOでのサインイン',
    hint: 'ユーザーが自分のLINUX DOアカウントを連携することもできます。',
  },
  WeChatAuthEnabled: {
    label: 'WeChatでのサインイン',
    hint: 'ユーザーはQRコードを読み取り、公式アカウントから届くコードを入力します。',
  },
  TelegramOAuthEnabled: {
    label: 'Telegramでのサインイン',
    hint: 'Telegramアカウントを連携したユーザー用。',
  },
  'oidc.enabled': {
    label: 'OIDCでのサインイン',
    hint: 'Keycloak、Authentik、Entra IDなど、OpenID Connectに対応する任意のプロバイダー。',
  },
  SecondFactorForAdminsEnabled: {
    label: '管理者に2段階認証が必要',
    hint: '2段階認証のない管理者は、その設定ページしか開けません。先に自分の設定を済ませてください。',
  },
  TurnstileCheckEnabled: {
    label: '人間かどうかの確認',
    hint: 'サインイン、登録、パスワードの再設定でのCloudflare Turnstile。',
  },
  EmailDomainRestrictionEnabled: {
    label: '指定したドメインのみ受け付け',
    hint: 'ほかのドメインのアドレスでは登録できません。',
  },
  EmailAliasRestrictionEnabled: {
    label: 'エイリアスを拒否',
    hint: '@の前に「+」や「.」を含むアドレスを拒否します。多くの場合、1つのメールボックスの別名です。',
  },
  EmailDomainWhitelist: {
    label: '受け付けるドメイン',
    hint: 'ドメインを入力してEnterを押すか、カンマ区切りで複数貼り付けます。',
  },
  SMTPServer: {
    label: 'メールサーバー',
    hint: 'ホスト名（例：smtp.example.com）。',
  },
  SMTPPort: {
    label: 'ポート',
    hint: '通常は587。最初からTLSを使う場合は465。',
  },
  SMTPAccount: {
    label: 'アカウント',
    hint: 'メールサーバーでの名前。多くの場合、メールアドレスそのものです。',
  },
  SMTPFrom: {
    label: '差出人',
    hint: 'メールの送信元アドレス。空欄：アカウント。',
  },
  SMTPToken: {
    label: 'パスワード',
    hint: 'アカウントのパスワード、またはアプリパスワード。',
  },
  SMTPSSLEnabled: {
    label: '最初からTLS',
    hint: 'ポート465では常にオン。ほかのポートでは、サーバーが対応していればTLSに切り替えます。',
  },
  'oidc.well_known': {
    label: 'ディスカバリーアドレス',
    hint: '/.well-known/openid-configurationで終わる、プロバイダーの文書。',
  },
  'oidc.client_id': {
    label: 'クライアントID',
    hint: 'このゲートウェイに対するプロバイダーのID。',
  },
  'oidc.client_secret': {
    label: 'シークレット',
    hint: 'クライアントIDとともにプロバイダーが発行します。',
  },
  'oidc.authorization_endpoint': {
    label: '認可アドレス',
    hint: 'サインインのためにユーザーを送る先。',
  },
  'oidc.token_endpoint': {
    label: 'トークンアドレス',
    hint: 'このゲートウェイがサインインのコードを交換する先。',
  },
  'oidc.user_info_endpoint': {
    label: 'ユーザー情報アドレス',
    hint: 'サインインした人を、このゲートウェイが確認する先。',
  },
  'oidc.providers': {
    label: 'その他のOIDCプロバイダー',
    hint: 'プロバイダーの一覧。このセクションのフォームで編集します。',
  },
  'oidc.provider_secrets': {
    label: 'シークレット',
    hint: 'JSON：スラッグごとのシークレット。プロバイダーのフォームでもそれぞれ設定できます。',
  },
  GitHubClientId: {
    label: 'クライアントID',
    hint: 'GitHubのOAuthアプリのID。コールバックは、サーバーアドレスに/oauth/githubを付けたものです。',
  },
  GitHubClientSecret: {
    label: 'シークレット',
    hint: 'そのアプリ用にGitHubが発行します。',
  },
  GitHubServerAddress: {
    label: 'GitHubのアドレス',
    hint: 'GitHub Enterpriseサーバーのアドレス。空欄：github.com。',
  },
  GitHubApiAddress: {
    label: 'GitHub APIのアドレス',
    hint: 'GitHub Enterpriseサーバーでは/api/v3で終わります。空欄：api.github.com。',
  },
  LinuxDOClientId: {
    label: 'クライアントID',
    hint: 'connect.linux.doのアプリのID。コールバックは、サーバーアドレスに/oauth/linuxdoを付けたものです。',
  },
  LinuxDOClientSecret: {
    label: 'シークレット',
    hint: 'そのアプリ用に発行されます。',
  },
  LinuxDOServerAddress: {
    label: 'LINUX DOのアドレス',
    hint: '空欄：connect.linux.do。',
  },
  WeChatServerAddress: {
    label: 'WeChatサーバー',
    hint: '公式アカウントの応答を担うサーバーのアドレス。',
  },
  WeChatServerToken: {
    label: 'アクセストークン',
    hint: 'そのサーバーがこのゲートウェイを識別するためのもの。',
  },
  WeChatAccountQRCodeImageURL: {
    label: 'QRコードの画像',
    hint: 'ユーザーが公式アカウントをフォローするために読み取る画像のアドレス。',
  },
  TelegramBotToken: {
    label: 'ボットトークン',
    hint: '@BotFatherから取得します。サインインが本当にTelegramからであることを確かめます。',
  },
  TelegramBotName: {
    label: 'ボット名',
    hint: '@は付けません。@BotFatherでのドメインを、このサイトのドメインにする必要があります。',
  },
  TurnstileSiteKey: {
    label: 'サイトキー',
    hint: '公開情報です。すべての訪問者のブラウザーに見えます。',
  },
  TurnstileSecretKey: {
    label: 'シークレットキー',
    hint: '確認に合格したかどうかを、このゲートウェイがCloudflareに問い合わせるために使います。',
  },
  TurnstileVerifyUrl: {
    label: '確認のアドレス',
    hint: '空欄の場合はCloudflareのもの。互換サービスを使う場合に設定します。',
  },
} satisfies Incomplete<WordsOfTab<'system'>>
