import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const system = {
  ServerAddress: {
    label: '伺服器位址',
    hint: '從外部存取本閘道的位址。郵件、支付、第三方登入回呼和聊天連結都會用到。',
  },
  WorkerUrl: {
    label: 'Worker 位址',
    hint: '由 Worker 代替本伺服器取得請求中以位址給出的檔案並傳送 Webhook：以 JSON 向其 POST {url, key, method, headers, body}，它傳回所得到的回應。Worker 可以位於內部網路位址。指向內部網路的位址在請求 Worker 之前就會被拒絕；網域由 Worker 所在的網路解析。留空則由本伺服器直接取得。',
  },
  WorkerValidKey: {
    label: 'Worker 金鑰',
    hint: 'Worker 據此識別本閘道。清空位址時會一併清除。',
  },
  WorkerAllowHttpImageRequestEnabled: {
    label: '允許 http 位址',
    hint: '關閉時，只讓 Worker 存取 https 位址。',
  },
  PayAddress: {
    label: '金流位址',
    hint: '易支付介面的位址。位址、商家 ID 和商家金鑰都填寫後，即開啟線上儲值。',
  },
  EpayId: {
    label: '商家 ID',
    hint: '您在金流平台的商家編號。',
  },
  EpayKey: {
    label: '商家金鑰',
    hint: '用於簽署訂單和核實付款。',
  },
  Price: {
    label: '儲值價格',
    hint: '使用者購買一美元額度需要支付的金額，以金流平台的貨幣計。',
  },
  MinTopUp: {
    label: '最低儲值',
    hint: '使用者每次儲值不能少於此數。',
    unit: '美元',
  },
  CustomCallbackAddress: {
    label: '回呼位址',
    hint: '金流平台通知付款結果的位址；留空則使用伺服器位址。',
  },
  TopupGroupRatio: {
    label: '儲值群組倍率',
    hint: '群組 → 支付倍率：1 為原價，0.9 為九折。未列出的群組依原價。',
  },
  TopUpBonuses: {
    label: '儲值贈送',
    hint: '美元金額 → 額外贈送的百分比：100 → 10 表示儲值 100 得 110。以達到的最高檔計算。',
  },
  StripeSecretKey: {
    label: '私密金鑰',
    hint: 'Stripe 帳號的 sk_… 或 rk_… 金鑰。兩個金鑰都填寫後即開啟 Stripe 支付。',
  },
  StripeWebhookSecret: {
    label: 'Webhook 金鑰',
    hint: '在 Stripe 為本伺服器新增端點後得到的 whsec_…：位址為伺服器位址加 /api/user/stripe/notify，事件為 checkout.session.completed、checkout.session.async_payment_succeeded、charge.refunded，以及 charge.dispute.created、updated 和 closed。',
  },
  StripeCurrency: {
    label: '貨幣',
    hint: 'Stripe 收款所用貨幣。不提供沒有分位的貨幣。',
  },
  StripePrice: {
    label: '每美元價格',
    hint: '使用者購買一美元額度所付的金額（以此貨幣計）。',
  },
  StripeMinTopUp: {
    label: '最低儲值',
    hint: '單次購買不得低於此數；Stripe 本身拒絕約半美元以下的付款。',
    unit: 'USD',
  },
  StripeApiAddress: {
    label: 'API 位址',
    hint: '留空：https://api.stripe.com。',
  },
  InvoiceName: {
    label: '名稱',
    hint: '公司名稱。',
  },
  InvoiceAddress: {
    label: '地址',
    hint: '依列印格式填寫。',
  },
  InvoiceTaxId: {
    label: '稅號',
    hint: '連同種類填寫，例如「VAT ID DE123456789」。',
  },
  InvoiceFooter: {
    label: '頁尾',
    hint: '顯示在金額下方：稅務說明、銀行帳號、致謝。',
  },
  PasswordLoginEnabled: {
    label: '允許透過密碼登入',
    hint: '關閉之前，請確認每位管理員都有其他登入方式。',
  },
  PasswordRegisterEnabled: {
    label: '允許透過密碼註冊',
    hint: '關閉時，新使用者只能透過下列第三方帳號註冊。',
  },
  RegisterEnabled: {
    label: '允許新使用者註冊',
    hint: '關閉時，任何人都無法註冊，包括透過第三方帳號。',
  },
  EmailVerificationEnabled: {
    label: '驗證電子郵件',
    hint: '透過密碼註冊時需要填寫郵件驗證碼。請先設定郵件伺服器。',
  },
  GitHubOAuthEnabled: {
    label: '透過 GitHub 登入',
    hint: '使用者也可以綁定自己的 GitHub 帳號。',
  },
  LinuxDOOAuthEnabled: {
    label: '透過 LINUX DO 登入',
    hint: '使用者也可以綁定自己的 LINUX DO 帳號。',
  },
  WeChatAuthEnabled: {
    label: '透過微信登入',
    hint: '使用者掃描 QR 碼，然後填寫官方帳號回覆的驗證碼。',
  },
  TelegramOAuthEnabled: {
    label: '透過 Telegram 登入',
    hint: '供已經綁定 Telegram 帳號的使用者使用。',
  },
  'oidc.enabled': {
    label: '透過 OIDC 登入',
    hint: '任何支援 OpenID Connect 的服務，例如 Keycloak、Authentik 或 Entra ID。',
  },
  SecondFactorForAdminsEnabled: {
    label: '管理員須啟用兩步驟驗證',
    hint: '未啟用的管理員只能存取設定頁面。請先設定您自己的。',
  },
  TurnstileCheckEnabled: {
    label: '真人驗證',
    hint: '在登入、註冊和重設密碼時使用 Cloudflare Turnstile。',
  },
  EmailDomainRestrictionEnabled: {
    label: '僅接受允許清單網域',
    hint: '其他網域的電子郵件不能註冊。',
  },
  EmailAliasRestrictionEnabled: {
    label: '拒絕電子郵件別名',
    hint: '拒絕 @ 之前含有「+」或「.」的位址，它們往往是同一信箱的多個名稱。',
  },
  EmailDomainWhitelist: {
    label: '電子郵件網域允許清單',
    hint: '輸入網域後按 Enter 鍵，也可以貼上以逗號分隔的多個網域。',
  },
  SMTPServer: {
    label: '郵件伺服器',
    hint: '主機名稱，例如 smtp.example.com。',
  },
  SMTPPort: {
    label: '連接埠',
    hint: '通常為 587；從一開始就使用 TLS 時為 465。',
  },
  SMTPAccount: {
    label: '帳號',
    hint: '登入郵件伺服器的名稱，往往就是電子郵件地址。',
  },
  SMTPFrom: {
    label: '寄件者',
    hint: '郵件的寄件位址；留空則使用帳號。',
  },
  SMTPToken: {
    label: '密碼',
    hint: '該帳號的密碼或應用程式密碼。',
  },
  SMTPSSLEnabled: {
    label: '從一開始就使用 TLS',
    hint: '465 連接埠始終如此；其他連接埠在伺服器支援時會切換到 TLS。',
  },
  'oidc.well_known': {
    label: '探索文件位址',
    hint: '以 /.well-known/openid-configuration 結尾的位址。',
  },
  'oidc.client_id': {
    label: 'Client ID',
    hint: '提供者為本閘道分配的識別碼。',
  },
  'oidc.client_secret': {
    label: 'Client Secret',
    hint: '提供者隨 Client ID 一起提供。',
  },
  'oidc.authorization_endpoint': {
    label: '授權端點',
    hint: '使用者前往登入的位址。',
  },
  'oidc.token_endpoint': {
    label: '權杖端點',
    hint: '本閘道用授權碼換取權杖的位址。',
  },
  'oidc.user_info_endpoint': {
    label: '使用者資訊端點',
    hint: '本閘道獲知登入者身分的位址。',
  },
  'oidc.providers': {
    label: '更多 OIDC 提供者',
    hint: '提供者清單，可用本節的表單編輯。',
  },
  'oidc.provider_secrets': {
    label: '其用戶端金鑰',
    hint: 'JSON：每個識別碼及其金鑰。提供者的表單會設定自己的金鑰。',
  },
  GitHubClientId: {
    label: 'Client ID',
    hint: '您在 GitHub 的 OAuth 應用程式。回呼位址為伺服器位址加 /oauth/github。',
  },
  GitHubClientSecret: {
    label: 'Client Secret',
    hint: 'GitHub 為該應用程式產生的金鑰。',
  },
  GitHubServerAddress: {
    label: 'GitHub 位址',
    hint: '您的 GitHub Enterprise 伺服器位址。留空則為 github.com。',
  },
  GitHubApiAddress: {
    label: 'GitHub API 位址',
    hint: 'GitHub Enterprise 伺服器的位址以 /api/v3 結尾。留空則為 api.github.com。',
  },
  LinuxDOClientId: {
    label: 'Client ID',
    hint: '您在 connect.linux.do 的應用程式。回呼位址為伺服器位址加 /oauth/linuxdo。',
  },
  LinuxDOClientSecret: {
    label: 'Client Secret',
    hint: '為該應用程式產生的金鑰。',
  },
  LinuxDOServerAddress: {
    label: 'LINUX DO 位址',
    hint: '留空則為 connect.linux.do。',
  },
  WeChatServerAddress: {
    label: '微信伺服器位址',
    hint: '為您的官方帳號回應的伺服器。',
  },
  WeChatServerToken: {
    label: '存取憑證',
    hint: '該伺服器據此識別本閘道。',
  },
  WeChatAccountQRCodeImageURL: {
    label: '官方帳號 QR 碼',
    hint: '供使用者掃碼追蹤官方帳號的圖片位址。',
  },
  TelegramBotToken: {
    label: '機器人權杖',
    hint: '由 @BotFather 提供，用於核實登入確實來自 Telegram。',
  },
  TelegramBotName: {
    label: '機器人名稱',
    hint: '不含 @。須在 @BotFather 處將其網域設為本站網域。',
  },
  TurnstileSiteKey: {
    label: '網站金鑰',
    hint: '公開：每位訪客的瀏覽器都能看到。',
  },
  TurnstileSecretKey: {
    label: '私密金鑰',
    hint: '本閘道用它向 Cloudflare 核實驗證結果。',
  },
  TurnstileVerifyUrl: { label: '驗證位址', hint: '留空使用 Cloudflare 的位址；也可填寫相容服務的位址。' },
} satisfies Incomplete<WordsOfTab<'system'>>
