import { z } from 'zod'
import { call } from '../call.ts'
import { PAYMENT_METHODS } from '../entities/order.ts'
import { menuItem, overview } from '../entities/overview.ts'
import { CONSOLE_LANGUAGES } from '../languages.ts'
import { DENSITIES, FONTS, RADII } from '../look.ts'
import { OVERVIEW_PANELS } from '../overview.ts'

const providerButton = z.object({ slug: z.string(), name: z.string(), icon: z.string() })

/** What the console needs before sign-in. All fields except the last group are copies of options. */
const siteStatus = z.strictObject({
  system_name: z.string(),
  logo: z.string(),
  /** `#rrggbb` of buttons and links in the light theme; empty: the built-in colour. */
  accent_color: z.string(),
  /** The same for the dark theme; empty: derived from the other. */
  accent_color_dark: z.string(),
  theme_density: z.enum(DENSITIES),
  theme_radius: z.enum(RADII),
  theme_font: z.enum(FONTS),
  /** The panels of the overview page, in order: those that are on and not empty. */
  overview_panels: z.array(z.enum(OVERVIEW_PANELS)),
  /** The operator's entries of the menu that everybody sees. */
  menu_items: z.array(menuItem),
  /** Whether the home page shows the availability of the last 24 hours. */
  availability_shown: z.boolean(),
  footer_html: z.string(),
  server_address: z.string(),
  docs_link: z.string(),
  fallback_language: z.enum(CONSOLE_LANGUAGES),
  top_up_link: z.string(),
  /** Empty if the option cannot be read. */
  chats: z.array(z.record(z.string(), z.string()).readonly()).readonly(),
  chats_broken: z.boolean(),
  chat_link: z.string(),
  chat_link2: z.string(),

  quota_per_unit: z.number(),
  display_in_currency: z.boolean(),
  /** The balance below which users without their own threshold are warned. */
  quota_remind_threshold: z.number(),
  /** The price of one US dollar of quota. */
  price: z.number(),
  min_topup: z.number(),
  /** The bonus percentage of top-ups from this many US dollars on. */
  topup_bonuses: z.record(z.string(), z.number()).readonly(),
  invoice_name: z.string(),
  stripe_currency: z.string(),
  stripe_min_topup: z.number(),

  default_collapse_sidebar: z.boolean(),
  default_use_auto_group: z.boolean(),
  enable_drawing: z.boolean(),
  enable_task: z.boolean(),
  enable_data_export: z.boolean(),
  data_export_default_time: z.enum(['hour', 'day', 'week']),
  /** Minutes. */
  data_export_interval: z.number().int(),
  mj_notify_enabled: z.boolean(),
  self_use_mode_enabled: z.boolean(),
  demo_site_enabled: z.boolean(),

  password_login_enabled: z.boolean(),
  password_register_enabled: z.boolean(),
  register_enabled: z.boolean(),
  email_verification: z.boolean(),
  turnstile_check: z.boolean(),
  /** Administrators need a second factor. */
  second_factor_for_admins: z.boolean(),
  turnstile_site_key: z.string(),
  github_oauth: z.boolean(),
  github_client_id: z.string(),
  oidc_enabled: z.boolean(),
  oidc_client_id: z.string(),
  oidc_authorization_endpoint: z.string(),
  /** Further OIDC providers for signing in. */
  oidc_providers: z.array(providerButton),
  linuxdo_oauth: z.boolean(),
  linuxdo_client_id: z.string(),
  wechat_login: z.boolean(),
  wechat_qrcode: z.string(),
  telegram_oauth: z.boolean(),
  telegram_bot_name: z.string(),

  version: z.string(),
  /** Unix seconds. */
  start_time: z.number().int(),
  /** Whether the first-run set-up is done. */
  setup: z.boolean(),
  enable_online_topup: z.boolean(),
  /** The configured payment methods. */
  topup_methods: z.array(z.enum(PAYMENT_METHODS)),
  /** Whether newcomers must agree to a user agreement and a privacy policy. */
  user_agreement_enabled: z.boolean(),
  privacy_policy_enabled: z.boolean(),
  /** Whether charges are collected in memory before they are written. */
  enable_batch_update: z.boolean(),
})

export type SiteStatus = z.output<typeof siteStatus>

export const status = {
  get: call({
    method: 'GET',
    path: '/api/status',
    access: 'public',
    summary: 'What the console needs to know before anybody signs in',
    reply: siteStatus,
  }),
  availability: call({
    method: 'GET',
    path: '/api/status/availability',
    access: 'public',
    summary: 'How the last 24 hours went, by the gateway’s own measurements; empty unless the operator shows it',
    reply: z.object({
      /** Oldest first; the last one is still running. */
      hours: z.array(
        z.object({
          /** Unix seconds. */
          start: z.number().int(),
          /** Per mille of the calls that reached a model and did not fail there; null: too few calls. */
          answered: z.number().int().nullable(),
        }),
      ),
    }),
  }),
  overview: call({
    method: 'GET',
    path: '/api/overview',
    access: 'user',
    summary:
      'What the operator shows on the overview page: only the panels that are on, and of the status only what the caller may use',
    reply: overview,
  }),
  groups: call({
    method: 'GET',
    path: '/api/group/',
    access: 'admin',
    right: 'every-admin',
    summary: 'Names of all groups',
    reply: z.array(z.string()),
  }),
  models: call({
    method: 'GET',
    path: '/api/models',
    access: 'user',
    summary: 'Channel type to the model names known for it',
    reply: z.record(z.string(), z.array(z.string())),
  }),
  notice: call({
    method: 'GET',
    path: '/api/notice',
    access: 'public',
    summary: 'The notice, Markdown or HTML',
    reply: z.string(),
  }),
  about: call({
    method: 'GET',
    path: '/api/about',
    access: 'public',
    summary: 'The about page, Markdown, HTML or an address',
    reply: z.string(),
  }),
  page: call({
    method: 'GET',
    path: '/api/page/{slug}',
    access: 'public',
    summary: 'A page of the operator’s, Markdown, for those whom they show it',
    params: z.object({ slug: z.string().max(60) }),
    reply: z.object({ title: z.string(), content: z.string() }),
  }),
  userAgreement: call({
    method: 'GET',
    path: '/api/user-agreement',
    access: 'public',
    summary: 'The user agreement, Markdown, HTML or an address; empty: there is none',
    reply: z.string(),
  }),
  privacyPolicy: call({
    method: 'GET',
    path: '/api/privacy-policy',
    access: 'public',
    summary: 'The privacy policy, Markdown, HTML or an address; empty: there is none',
    reply: z.string(),
  }),
  home: call({
    method: 'GET',
    path: '/api/home_page_content',
    access: 'public',
    summary: 'The home page, Markdown, HTML or an address; empty: the built-in one',
    reply: z.string(),
  }),
}
