import { bonusMap, numberMap } from './json-kinds.ts'
import { address, domainList, integer, link, longText, number, secret, select, text, toggle } from './kinds.ts'
import { oidcProviders, secrets } from './oidc-providers.ts'
import { forRoot, inSection, under } from './option.ts'

const general = forRoot(
  inSection('system', 'general', {
    ServerAddress: address({ publicAs: 'server_address' }),
  }),
)

const worker = forRoot(
  inSection('system', 'worker', {
    WorkerUrl: address(),
    WorkerValidKey: secret(),
    WorkerAllowHttpImageRequestEnabled: toggle(false),
  }),
)

const payment = forRoot(
  inSection('system', 'payment', {
    PayAddress: address(),
    EpayId: text(),
    EpayKey: secret(),
    /** The price of a US dollar of quota in the payment currency. */
    Price: number(7.3, { min: 0, publicAs: 'price' }),
    /** US dollars. */
    MinTopUp: number(1, { min: 0, publicAs: 'min_topup' }),
    CustomCallbackAddress: address(),
    TopupGroupRatio: numberMap({ default: 1, vip: 1, svip: 1 }),
    /** The bonus percentage from this many US dollars on. */
    TopUpBonuses: bonusMap({}, { publicAs: 'topup_bonuses' }),
  }),
)

/** Currencies with two decimals that Stripe accepts. */
const STRIPE_CURRENCIES = [
  ...[
    'usd',
    'eur',
    'gbp',
    'aud',
    'brl',
    'cad',
    'chf',
    'cny',
    'czk',
    'dkk',
    'hkd',
    'inr',
    'mxn',
    'myr',
    'nok',
    'nzd',
    'pln',
  ],
  ...['sek', 'sgd', 'thb'],
] as const

const stripe = forRoot(
  inSection('system', 'stripe', {
    StripeSecretKey: secret(),
    /** Verifies Stripe's events. */
    StripeWebhookSecret: secret(),
    StripeCurrency: select(STRIPE_CURRENCIES, 'usd', { publicAs: 'stripe_currency' }),
    /** The price of a US dollar of quota in Stripe's currency. */
    StripePrice: number(1, { min: 0 }),
    /** US dollars. */
    StripeMinTopUp: number(1, { min: 0, publicAs: 'stripe_min_topup' }),
    /** Empty: api.stripe.com. */
    StripeApiAddress: address(),
  }),
)

const invoice = forRoot(
  inSection('system', 'invoice', {
    /** Empty: there are no invoices. */
    InvoiceName: text('', { publicAs: 'invoice_name' }),
    InvoiceAddress: longText(''),
    InvoiceTaxId: text(''),
    InvoiceFooter: longText(''),
  }),
)

const access = 'root'

/** Of options that decide who may register: newcomers may get quota. */
const right = 'users.balances'

const login = inSection('system', 'login', {
  PasswordLoginEnabled: toggle(true, { access, publicAs: 'password_login_enabled' }),
  PasswordRegisterEnabled: toggle(true, { right, publicAs: 'password_register_enabled' }),
  RegisterEnabled: toggle(true, { right, publicAs: 'register_enabled' }),
  EmailVerificationEnabled: toggle(false, { right, publicAs: 'email_verification' }),
  GitHubOAuthEnabled: toggle(false, {
    access,
    publicAs: 'github_oauth',
    needs: ['GitHubClientId', 'GitHubClientSecret'],
  }),
  LinuxDOOAuthEnabled: toggle(false, {
    access,
    publicAs: 'linuxdo_oauth',
    needs: ['LinuxDOClientId', 'LinuxDOClientSecret'],
  }),
  WeChatAuthEnabled: toggle(false, {
    access,
    publicAs: 'wechat_login',
    needs: ['WeChatServerAddress', 'WeChatServerToken'],
  }),
  TelegramOAuthEnabled: toggle(false, {
    access,
    publicAs: 'telegram_oauth',
    needs: ['TelegramBotToken', 'TelegramBotName'],
  }),
  'oidc.enabled': toggle(false, {
    access,
    publicAs: 'oidc_enabled',
    needs: [
      'oidc.well_known',
      'oidc.client_id',
      'oidc.authorization_endpoint',
      'oidc.token_endpoint',
      'oidc.user_info_endpoint',
    ],
  }),
  /** Administrators without a second factor can only set one up. */
  SecondFactorForAdminsEnabled: toggle(false, { access, publicAs: 'second_factor_for_admins' }),
  TurnstileCheckEnabled: toggle(false, {
    access,
    publicAs: 'turnstile_check',
    needs: ['TurnstileSiteKey', 'TurnstileSecretKey'],
  }),
})

const emailDomain = under(
  right,
  inSection('system', 'email-domain', {
    EmailDomainRestrictionEnabled: toggle(false, { needs: ['EmailDomainWhitelist'] }),
    EmailAliasRestrictionEnabled: toggle(false),
    EmailDomainWhitelist: domainList([
      'gmail.com',
      '163.com',
      '126.com',
      'qq.com',
      'outlook.com',
      'hotmail.com',
      'icloud.com',
      'yahoo.com',
      'foxmail.com',
    ]),
  }),
)

const smtp = forRoot(
  inSection('system', 'smtp', {
    SMTPServer: text(),
    SMTPPort: integer(587, { min: 1, max: 65_535 }),
    SMTPAccount: text(),
    SMTPFrom: text(),
    SMTPToken: secret(),
    SMTPSSLEnabled: toggle(false),
  }),
)

const oidc = forRoot(
  inSection('system', 'oidc', {
    'oidc.well_known': link(),
    'oidc.client_id': text('', { publicAs: 'oidc_client_id' }),
    'oidc.client_secret': secret(),
    'oidc.authorization_endpoint': link({ publicAs: 'oidc_authorization_endpoint' }),
    'oidc.token_endpoint': link(),
    'oidc.user_info_endpoint': link(),
  }),
)

const furtherOidc = forRoot(
  inSection('system', 'oidc-providers', {
    'oidc.providers': oidcProviders(),
    /** By slug. */
    'oidc.provider_secrets': secrets(),
  }),
)

const github = forRoot(
  inSection('system', 'github', {
    GitHubClientId: text('', { publicAs: 'github_client_id' }),
    GitHubClientSecret: secret(),
    /** Empty: github.com. */
    GitHubServerAddress: address(),
    /** Empty: api.github.com. */
    GitHubApiAddress: address(),
  }),
)

const linuxdo = forRoot(
  inSection('system', 'linuxdo', {
    LinuxDOClientId: text('', { publicAs: 'linuxdo_client_id' }),
    LinuxDOClientSecret: secret(),
    /** Empty: connect.linux.do. */
    LinuxDOServerAddress: address(),
  }),
)

const wechat = forRoot(
  inSection('system', 'wechat', {
    WeChatServerAddress: address(),
    WeChatServerToken: secret(),
    WeChatAccountQRCodeImageURL: text('', { publicAs: 'wechat_qrcode' }),
  }),
)

const telegram = forRoot(
  inSection('system', 'telegram', {
    TelegramBotToken: secret(),
    TelegramBotName: text('', { publicAs: 'telegram_bot_name' }),
  }),
)

const turnstile = forRoot(
  inSection('system', 'turnstile', {
    TurnstileSiteKey: text('', { publicAs: 'turnstile_site_key' }),
    TurnstileSecretKey: secret(),
    /** Empty: Cloudflare’s. */
    TurnstileVerifyUrl: link(),
  }),
)

export const systemOptions = {
  ...general,
  ...worker,
  ...payment,
  ...stripe,
  ...invoice,
  ...login,
  ...emailDomain,
  ...smtp,
  ...oidc,
  ...furtherOidc,
  ...github,
  ...linuxdo,
  ...wechat,
  ...telegram,
  ...turnstile,
}
