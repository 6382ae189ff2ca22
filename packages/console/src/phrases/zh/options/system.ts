import type { WordsOfTab } from '../../settings-words.ts'

export const system = {
  ServerAddress: {
    label: '服务器地址',
    hint: '从外部访问本网关的地址。邮件、支付、第三方登录回调和聊天链接都会用到。',
  },
  WorkerUrl: {
    label: 'Worker 地址',
    hint: '由 Worker 代替本服务器获取请求中以地址给出的文件并发送 Webhook：以 JSON 向其 POST {url, key, method, headers, body}，它返回所得到的响应。Worker 可以位于内网地址。指向内网的地址在请求 Worker 之前就会被拒绝；域名由 Worker 所在的网络解析。留空则由本服务器直接获取。',
  },
  WorkerValidKey: {
    label: 'Worker 密钥',
    hint: 'Worker 据此识别本网关。清空地址时会一并清除。',
  },
  WorkerAllowHttpImageRequestEnabled: {
    label: '允许 http 地址',
    hint: '关闭时，只让 Worker 访问 https 地址。',
  },
  PayAddress: {
    label: '支付地址',
    hint: '易支付接口的地址。地址、商户 ID 和商户密钥都填写后，即开启在线充值。',
  },
  EpayId: {
    label: '商户 ID',
    hint: '您在支付平台的商户号。',
  },
  EpayKey: {
    label: '商户密钥',
    hint: '用于签名订单和核实付款。',
  },
  Price: {
    label: '充值价格',
    hint: '用户购买一美元额度需要支付的金额，以支付平台的货币计。',
  },
  MinTopUp: {
    label: '最低充值',
    hint: '用户每次充值不能少于此数。',
    unit: '美元',
  },
  CustomCallbackAddress: {
    label: '回调地址',
    hint: '支付平台通知付款结果的地址；留空则使用服务器地址。',
  },
  TopupGroupRatio: {
    label: '充值分组倍率',
    hint: '分组 → 支付倍率：1 为原价，0.9 为九折。未列出的分组按原价。',
  },
  TopUpBonuses: {
    label: '充值赠送',
    hint: '美元金额 → 额外赠送的百分比：100 → 10 表示充 100 得 110。按达到的最高档计算。',
  },
  StripeSecretKey: {
    label: '密钥',
    hint: 'Stripe 账户的 sk_… 或 rk_… 密钥。两个密钥都填写后即开启 Stripe 支付。',
  },
  StripeWebhookSecret: {
    label: 'Webhook 密钥',
    hint: '在 Stripe 为本服务器添加端点后得到的 whsec_…：地址为服务器地址加 /api/user/stripe/notify，事件为 checkout.session.completed、checkout.session.async_payment_succeeded、charge.refunded，以及 charge.dispute.created、updated 和 closed。',
  },
  StripeCurrency: {
    label: '货币',
    hint: 'Stripe 收款所用货币。不提供没有分位的货币。',
  },
  StripePrice: {
    label: '每美元价格',
    hint: '用户购买一美元额度所付的金额（以此货币计）。',
  },
  StripeMinTopUp: {
    label: '最低充值',
    hint: '单次购买不得低于此数；Stripe 本身拒绝约半美元以下的付款。',
    unit: 'USD',
  },
  StripeApiAddress: {
    label: 'API 地址',
    hint: '留空：https://api.stripe.com。',
  },
  InvoiceName: {
    label: '名称',
    hint: '公司名称。',
  },
  InvoiceAddress: {
    label: '地址',
    hint: '按打印格式填写。',
  },
  InvoiceTaxId: {
    label: '税号',
    hint: '连同种类填写，例如“VAT ID DE123456789”。',
  },
  InvoiceFooter: {
    label: '页脚',
    hint: '显示在金额下方：税务说明、银行账户、致谢。',
  },
  PasswordLoginEnabled: {
    label: '允许通过密码登录',
    hint: '关闭之前，请确认每位管理员都有其他登录方式。',
  },
  PasswordRegisterEnabled: {
    label: '允许通过密码注册',
    hint: '关闭时，新用户只能通过下列第三方账号注册。',
  },
  RegisterEnabled: {
    label: '允许新用户注册',
    hint: '关闭时，任何人都无法注册，包括通过第三方账号。',
  },
  EmailVerificationEnabled: {
    label: '验证邮箱',
    hint: '通过密码注册时需要填写邮件验证码。请先配置邮件服务器。',
  },
  GitHubOAuthEnabled: {
    label: '通过 GitHub 登录',
    hint: '用户也可以绑定自己的 GitHub 账号。',
  },
  LinuxDOOAuthEnabled: {
    label: '通过 LINUX DO 登录',
    hint: '用户也可以绑定自己的 LINUX DO 账号。',
  },
  WeChatAuthEnabled: {
    label: '通过微信登录',
    hint: '用户扫描二维码，然后填写公众号回复的验证码。',
  },
  TelegramOAuthEnabled: {
    label: '通过 Telegram 登录',
    hint: '供已经绑定 Telegram 账号的用户使用。',
  },
  'oidc.enabled': {
    label: '通过 OIDC 登录',
    hint: '任何支持 OpenID Connect 的服务，例如 Keycloak、Authentik 或 Entra ID。',
  },
  SecondFactorForAdminsEnabled: {
    label: '管理员须启用两步验证',
    hint: '未启用的管理员只能访问设置页面。请先设置您自己的。',
  },
  TurnstileCheckEnabled: {
    label: '人机验证',
    hint: '在登录、注册和重置密码时使用 Cloudflare Turnstile。',
  },
  EmailDomainRestrictionEnabled: {
    label: '仅接受白名单域名',
    hint: '其他域名的邮箱不能注册。',
  },
  EmailAliasRestrictionEnabled: {
    label: '拒绝邮箱别名',
    hint: '拒绝 @ 之前含有 “+” 或 “.” 的地址，它们往往是同一邮箱的多个名字。',
  },
  EmailDomainWhitelist: {
    label: '邮箱域名白名单',
    hint: '输入域名后按回车，也可以粘贴以逗号分隔的多个域名。',
  },
  SMTPServer: {
    label: '邮件服务器',
    hint: '主机名，例如 smtp.example.com。',
  },
  SMTPPort: {
    label: '端口',
    hint: '通常为 587；从一开始就使用 TLS 时为 465。',
  },
  SMTPAccount: {
    label: '账户',
    hint: '登录邮件服务器的名称，往往就是邮箱地址。',
  },
  SMTPFrom: {
    label: '发件人',
    hint: '邮件的发件地址；留空则使用账户。',
  },
  SMTPToken: {
    label: '密码',
    hint: '该账户的密码或授权码。',
  },
  SMTPSSLEnabled: {
    label: '从一开始就使用 TLS',
    hint: '465 端口始终如此；其他端口在服务器支持时会切换到 TLS。',
  },
  'oidc.well_known': {
    label: '发现文档地址',
    hint: '以 /.well-known/openid-configuration 结尾的地址。',
  },
  'oidc.client_id': {
    label: 'Client ID',
    hint: '服务方为本网关分配的标识。',
  },
  'oidc.client_secret': {
    label: 'Client Secret',
    hint: '服务方随 Client ID 一起提供。',
  },
  'oidc.authorization_endpoint': {
    label: '授权端点',
    hint: '用户前往登录的地址。',
  },
  'oidc.token_endpoint': {
    label: '令牌端点',
    hint: '本网关用授权码换取令牌的地址。',
  },
  'oidc.user_info_endpoint': {
    label: '用户信息端点',
    hint: '本网关获知登录者身份的地址。',
  },
  'oidc.providers': {
    label: '更多 OIDC 服务方',
    hint: '服务方列表，可用本节的表单编辑。',
  },
  'oidc.provider_secrets': {
    label: '其客户端密钥',
    hint: 'JSON：每个标识及其密钥。服务方的表单会设置自己的密钥。',
  },
  GitHubClientId: {
    label: 'Client ID',
    hint: '您在 GitHub 的 OAuth 应用。回调地址为服务器地址加 /oauth/github。',
  },
  GitHubClientSecret: {
    label: 'Client Secret',
    hint: 'GitHub 为该应用生成的密钥。',
  },
  GitHubServerAddress: {
    label: 'GitHub 地址',
    hint: '您的 GitHub Enterprise 服务器地址。留空则为 github.com。',
  },
  GitHubApiAddress: {
    label: 'GitHub API 地址',
    hint: 'GitHub Enterprise 服务器的地址以 /api/v3 结尾。留空则为 api.github.com。',
  },
  LinuxDOClientId: {
    label: 'Client ID',
    hint: '您在 connect.linux.do 的应用。回调地址为服务器地址加 /oauth/linuxdo。',
  },
  LinuxDOClientSecret: {
    label: 'Client Secret',
    hint: '为该应用生成的密钥。',
  },
  LinuxDOServerAddress: {
    label: 'LINUX DO 地址',
    hint: '留空则为 connect.linux.do。',
  },
  WeChatServerAddress: {
    label: '微信服务器地址',
    hint: '为您的公众号应答的服务器。',
  },
  WeChatServerToken: {
    label: '访问凭证',
    hint: '该服务器据此识别本网关。',
  },
  WeChatAccountQRCodeImageURL: {
    label: '公众号二维码',
    hint: '供用户扫码关注公众号的图片地址。',
  },
  TelegramBotToken: {
    label: '机器人令牌',
    hint: '由 @BotFather 提供，用于核实登录确实来自 Telegram。',
  },
  TelegramBotName: {
    label: '机器人名称',
    hint: '不含 @。须在 @BotFather 处将其域名设为本站域名。',
  },
  TurnstileSiteKey: {
    label: '站点密钥',
    hint: '公开：每位访客的浏览器都能看到。',
  },
  TurnstileSecretKey: {
    label: '私钥',
    hint: '本网关用它向 Cloudflare 核实验证结果。',
  },
  TurnstileVerifyUrl: { label: '验证地址', hint: '留空使用 Cloudflare 的地址；也可填写兼容服务的地址。' },
} satisfies WordsOfTab<'system'>
