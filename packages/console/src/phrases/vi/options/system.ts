import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const system = {
  ServerAddress: {
    label: 'Server address',
    hint: 'How this gateway is reached from outside. Mails, payments, sign-in callbacks and chat links use it.',
  },
  WorkerUrl: {
    label: 'Worker address',
    hint: 'Fetches files that requests name by address, and delivers webhooks, on behalf of this server: it receives POST {url, key, method, headers, body} as JSON and returns the response. It may be at a private address. Internal addresses are refused before it is called; names are resolved where it runs. Empty: this server fetches itself.',
  },
  WorkerValidKey: {
    label: 'Worker key',
    hint: 'The worker recognises this gateway by it. It is cleared together with the address.',
  },
  WorkerAllowHttpImageRequestEnabled: {
    label: 'Allow plain http',
    hint: 'Off: the worker only fetches https addresses.',
  },
  PayAddress: {
    label: 'Payment gateway',
    hint: 'Address of the Epay-compatible gateway. Online top-up is on once address, merchant id and key are set.',
  },
  EpayId: {
    label: 'Merchant id',
    hint: 'Your number at the payment gateway.',
  },
  EpayKey: {
    label: 'Merchant key',
    hint: 'Signs orders and proves that a payment is real.',
  },
  Price: {
    label: 'Price of a dollar',
    hint: 'What users pay, in the currency of the payment gateway, for one US dollar of quota.',
  },
  MinTopUp: {
    label: 'Smallest top-up',
    hint: 'Users cannot buy less than this at a time.',
    unit: 'USD',
  },
  CustomCallbackAddress: {
    label: 'Callback address',
    hint: 'Where the payment gateway reports payments, if not at the server address.',
  },
  TopupGroupRatio: {
    label: 'Top-up ratios',
    hint: 'Group → the share its users pay: 1 is the full price, 0.9 is 10% off. Groups not named pay the full price.',
  },
  TopUpBonuses: {
    label: 'Bonuses',
    hint: 'Amount in US dollars → percent that it brings on top: 100 → 10 makes 110 of 100. The highest amount reached counts.',
  },
  StripeSecretKey: {
    label: 'Secret key',
    hint: 'Of your Stripe account: sk_… or rk_… Payment by Stripe is on once both secrets are set.',
  },
  StripeWebhookSecret: {
    label: 'Webhook secret',
    hint: 'whsec_… of the endpoint that you add at Stripe for this server: its address followed by /api/user/stripe/notify, with the events checkout.session.completed, checkout.session.async_payment_succeeded, charge.refunded, and charge.dispute.created, updated and closed.',
  },
  StripeCurrency: {
    label: 'Currency',
    hint: 'In which Stripe charges. Currencies without cents are not offered.',
  },
  StripePrice: {
    label: 'Price of a dollar',
    hint: 'What users pay, in this currency, for one US dollar of quota.',
  },
  StripeMinTopUp: {
    label: 'Smallest top-up',
    hint: 'Users cannot buy less than this at a time; Stripe itself refuses less than about half a dollar.',
    unit: 'USD',
  },
  StripeApiAddress: {
    label: 'API address',
    hint: 'Empty: https://api.stripe.com.',
  },
  InvoiceName: {
    label: 'Name',
    hint: 'Your company’s name.',
  },
  InvoiceAddress: {
    label: 'Address',
    hint: 'As it is to be printed.',
  },
  InvoiceTaxId: {
    label: 'Tax number',
    hint: 'With its kind, such as “VAT ID DE123456789”.',
  },
  InvoiceFooter: {
    label: 'Footer',
    hint: 'Below the amounts: a note on taxes, a bank account, a thank-you.',
  },
  PasswordLoginEnabled: {
    label: 'Sign-in with a password',
    hint: 'Before you turn this off, make sure that every administrator can sign in another way.',
  },
  PasswordRegisterEnabled: {
    label: 'Registration with a password',
    hint: 'Off: new users can only register through the outside accounts below.',
  },
  RegisterEnabled: {
    label: 'New users',
    hint: 'Off: nobody can register, neither with a password nor with an outside account.',
  },
  EmailVerificationEnabled: {
    label: 'Check e-mail addresses',
    hint: 'Registration with a password then needs a code sent by mail. Set up the mail server first.',
  },
  GitHubOAuthEnabled: {
    label: 'Sign-in with GitHub',
    hint: 'Also lets users bind their GitHub account.',
  },
  LinuxDOOAuthEnabled: {
    label: 'Sign-in with LINUX DO',
    hint: 'Also lets users bind their LINUX DO account.',
  },
  WeChatAuthEnabled: {
    label: 'Sign-in with WeChat',
    hint: 'Users scan a QR code and type in the code your official account sends them.',
  },
  TelegramOAuthEnabled: {
    label: 'Sign-in with Telegram',
    hint: 'For users who have bound their Telegram account.',
  },
  'oidc.enabled': {
    label: 'Sign-in with OIDC',
    hint: 'Any provider that speaks OpenID Connect, such as Keycloak, Authentik or Entra ID.',
  },
  SecondFactorForAdminsEnabled: {
    label: 'Administrators need a second factor',
    hint: 'Those without one can only open the page that sets it up. Set up your own first.',
  },
  TurnstileCheckEnabled: {
    label: 'Human check',
    hint: 'Cloudflare Turnstile on sign-in, registration and password reset.',
  },
  EmailDomainRestrictionEnabled: {
    label: 'Accept listed domains only',
    hint: 'Addresses of any other domain cannot register.',
  },
  EmailAliasRestrictionEnabled: {
    label: 'Refuse aliases',
    hint: 'Refuses addresses with “+” or “.” before the @, which are often one mailbox under many names.',
  },
  EmailDomainWhitelist: {
    label: 'Accepted domains',
    hint: 'Type a domain and press Enter, or paste several separated by commas.',
  },
  SMTPServer: {
    label: 'Mail server',
    hint: 'Host name, such as smtp.example.com.',
  },
  SMTPPort: {
    label: 'Port',
    hint: 'Usually 587, or 465 with TLS from the start.',
  },
  SMTPAccount: {
    label: 'Account',
    hint: 'The name the mail server knows you by, often the address itself.',
  },
  SMTPFrom: {
    label: 'Sender',
    hint: 'The address mails come from. Empty: the account.',
  },
  SMTPToken: {
    label: 'Password',
    hint: 'The account’s password or app password.',
  },
  SMTPSSLEnabled: {
    label: 'TLS from the start',
    hint: 'Always on for port 465. Other ports switch to TLS if the server offers it.',
  },
  'oidc.well_known': {
    label: 'Discovery address',
    hint: 'The provider’s document that ends in /.well-known/openid-configuration.',
  },
  'oidc.client_id': {
    label: 'Client id',
    hint: 'The provider’s id for this gateway.',
  },
  'oidc.client_secret': {
    label: 'Client secret',
    hint: 'Issued by the provider together with the client id.',
  },
  'oidc.authorization_endpoint': {
    label: 'Authorization address',
    hint: 'Where users are sent to sign in.',
  },
  'oidc.token_endpoint': {
    label: 'Token address',
    hint: 'Where this gateway exchanges the code of a sign-in.',
  },
  'oidc.user_info_endpoint': {
    label: 'User info address',
    hint: 'Where this gateway learns who has signed in.',
  },
  'oidc.providers': {
    label: 'Further OIDC providers',
    hint: 'A list of providers; the section’s form edits it.',
  },
  'oidc.provider_secrets': {
    label: 'Their client secrets',
    hint: 'JSON: each slug with its secret. The form of a provider sets its own.',
  },
  GitHubClientId: {
    label: 'Client id',
    hint: 'Of your OAuth app at GitHub. Its callback is the server address followed by /oauth/github.',
  },
  GitHubClientSecret: {
    label: 'Client secret',
    hint: 'Issued by GitHub for that app.',
  },
  GitHubServerAddress: {
    label: 'GitHub address',
    hint: 'The address of your GitHub Enterprise server. Empty: github.com.',
  },
  GitHubApiAddress: {
    label: 'GitHub API address',
    hint: 'On a GitHub Enterprise server it ends in /api/v3. Empty: api.github.com.',
  },
  LinuxDOClientId: {
    label: 'Client id',
    hint: 'Of your app at connect.linux.do. Its callback is the server address followed by /oauth/linuxdo.',
  },
  LinuxDOClientSecret: {
    label: 'Client secret',
    hint: 'Issued for that app.',
  },
  LinuxDOServerAddress: {
    label: 'LINUX DO address',
    hint: 'Empty: connect.linux.do.',
  },
  WeChatServerAddress: {
    label: 'WeChat server',
    hint: 'Address of the server that answers for your official account.',
  },
  WeChatServerToken: {
    label: 'Access token',
    hint: 'That server recognises this gateway by it.',
  },
  WeChatAccountQRCodeImageURL: {
    label: 'QR code image',
    hint: 'Address of the picture users scan to follow your official account.',
  },
  TelegramBotToken: {
    label: 'Bot token',
    hint: 'From @BotFather. It proves that a sign-in really comes from Telegram.',
  },
  TelegramBotName: {
    label: 'Bot name',
    hint: 'Without the @. Its domain at @BotFather must be that of this site.',
  },
  TurnstileSiteKey: {
    label: 'Site key',
    hint: 'Public: every visitor’s browser sees it.',
  },
  TurnstileSecretKey: {
    label: 'Secret key',
    hint: 'With it this gateway asks Cloudflare whether a check was passed.',
  },
  TurnstileVerifyUrl: {
    label: 'Address of the check',
    hint: 'If left empty, Cloudflare’s own. Set it for a compatible service.',
  },
} satisfies Incomplete<WordsOfTab<'system'>>
