import { DEFAULT_QUOTA_PER_UNIT, QUOTA_MAX } from '../constants.ts'
import { FALLBACK_LANGUAGE, OFFERED_LANGUAGES } from '../languages.ts'
import { affinityRules, chatList, groupNumberMap, numberMap, textList, textMap } from './json-kinds.ts'
import { addressRanges, folderOrAddress, integer, lines, link, number, secret, select, text, toggle } from './kinds.ts'
import { modelMetadataMap } from './model-metadata.ts'
import { forRoot, inSection, under } from './option.ts'
import { priceDocumentMap } from './price-documents.ts'

const access = 'root'

const general = inSection('operation', 'general', {
  TopUpLink: link({ access, publicAs: 'top_up_link' }),
  'general_setting.docs_link': link({ publicAs: 'docs_link' }),
  /** Of visitors whose browser names none of the console's languages. */
  'general_setting.fallback_language': select(OFFERED_LANGUAGES, FALLBACK_LANGUAGE, { publicAs: 'fallback_language' }),
  DisplayInCurrencyEnabled: toggle(true, { publicAs: 'display_in_currency' }),
  DisplayTokenStatEnabled: toggle(true),
  DefaultCollapseSidebar: toggle(false, { publicAs: 'default_collapse_sidebar' }),
  // when on, models without a price are served, and tasks are free
  SelfUseModeEnabled: toggle(false, { publicAs: 'self_use_mode_enabled', right: 'prices' }),
  DemoSiteEnabled: toggle(false, { publicAs: 'demo_site_enabled' }),
})

const quota = inSection('operation', 'quota', {
  QuotaForNewUser: integer(0, { min: 0, max: QUOTA_MAX, isQuota: true, right: 'users.balances' }),
  QuotaForInviter: integer(0, { min: 0, max: QUOTA_MAX, isQuota: true, right: 'users.balances' }),
  QuotaForInvitee: integer(0, { min: 0, max: QUOTA_MAX, isQuota: true, right: 'users.balances' }),
  QuotaRemindThreshold: integer(DEFAULT_QUOTA_PER_UNIT, {
    min: 0,
    max: QUOTA_MAX,
    isQuota: true,
    publicAs: 'quota_remind_threshold',
  }),
  PreConsumedQuota: integer(500, { min: 0, max: QUOTA_MAX }),
  /** A payment credits this much for each US dollar. */
  QuotaPerUnit: number(DEFAULT_QUOTA_PER_UNIT, { min: 1, max: 1_000_000_000, access, publicAs: 'quota_per_unit' }),
})

const logs = inSection('operation', 'logs', {
  LogConsumeEnabled: toggle(true),
  'archive_setting.enabled': toggle(false),
  /** Days; 0: archive only what a clean-up removes. */
  'archive_setting.after_days': integer(0, { min: 0, max: 36_500, activeWith: 'archive_setting.enabled' }),
  /** A folder, or the address of an S3-compatible bucket; empty: a folder in the data folder. */
  'archive_setting.place': folderOrAddress({ access, activeWith: 'archive_setting.enabled' }),
  'archive_setting.s3_region': text('', { access, activeWith: 'archive_setting.enabled' }),
  'archive_setting.s3_access_key_id': text('', { access, activeWith: 'archive_setting.enabled' }),
  'archive_setting.s3_secret': secret({ access, activeWith: 'archive_setting.enabled' }),
})

const monitoring = inSection('operation', 'monitoring', {
  /** Plans the copies of calls that another gateway's proxy sends. */
  'mirror_setting.enabled': toggle(false, { access }),
  // Retries only happen before the first byte: three hide most upstream failures and cost nothing.
  RetryTimes: integer(3, { min: 0, max: 20 }),
  /** What names a conversation, before what clients usually name it by. */
  AffinityRules: affinityRules([]),
  /** Seconds a channel test may take; 0: no limit. */
  ChannelDisableThreshold: number(5, { min: 0 }),
  AutomaticDisableChannelEnabled: toggle(false),
  AutomaticEnableChannelEnabled: toggle(false),
  'monitor_setting.auto_test_channel_enabled': toggle(false),
  'monitor_setting.auto_test_channel_minutes': integer(10, { min: 1, max: 10_080 }),
  /** 0: only on request. */
  'monitor_setting.update_balance_minutes': integer(0, { min: 0, max: 10_080 }),
  AutomaticDisableKeywords: lines([
    'Your credit balance is too low',
    'This organization has been disabled.',
    'You exceeded your current quota',
    'Permission denied',
    'The security token included in the request is invalid',
    'Operation not allowed',
    'Your account is not authorized',
  ]),
})

/** Who may read `/metrics`, which has everybody's figures; nobody if both are empty. */
const metrics = under(
  'logs',
  inSection('operation', 'metrics', {
    MetricsToken: secret(),
    /** Addresses or ranges, one per line. */
    MetricsAddresses: addressRanges(),
  }),
)

const activeWith = 'AlertsEnabled'

/** Events that the operator is notified of when they begin and when they end. */
const alerts = inSection('operation', 'alerts', {
  AlertsEnabled: toggle(false),
  'alert_setting.webhook_url': link({ activeWith }),
  'alert_setting.webhook_secret': secret({ activeWith }),
  'alert_setting.email': text('', { activeWith }),
  'alert_setting.language': select(OFFERED_LANGUAGES, 'en', { activeWith }),
  'alert_setting.channel_down': toggle(true, { activeWith }),
  /** US dollars left at an upstream; 0: no alert. */
  'alert_setting.wallet_below': number(0, { min: 0, activeWith }),
  /** Percent of the calls that failed at upstreams; 0: no alert. */
  'alert_setting.error_percent': number(25, { min: 0, max: 100, activeWith }),
  /** Minutes to look back. */
  'alert_setting.error_minutes': integer(10, { min: 1, max: 1440, activeWith }),
  /** With fewer calls in that time there is no alert. */
  'alert_setting.error_least_calls': integer(20, { min: 1, activeWith }),
  'alert_setting.books': toggle(true, { activeWith }),
  'alert_setting.jobs': toggle(true, { activeWith }),
  'alert_setting.prices': toggle(true, { activeWith }),
  /** A server's own alerts: database or Redis unreachable, readiness lost. */
  'alert_setting.server': toggle(true, { activeWith }),
  /** Silent nodes, and their holds. */
  'alert_setting.nodes': toggle(true, { activeWith }),
  /** Percent free on the disk of the data folder; 0: no alert. */
  'alert_setting.disk_percent': number(10, { min: 0, max: 100, activeWith }),
  /** Percent of a server's own calls that ended with 5xx; 0: no alert. */
  'alert_setting.own_error_percent': number(25, { min: 0, max: 100, activeWith }),
})

const drawing = inSection('operation', 'drawing', {
  DrawingEnabled: toggle(true, { publicAs: 'enable_drawing' }),
  TaskEnabled: toggle(true, { publicAs: 'enable_task' }),
  MjNotifyEnabled: toggle(false, { publicAs: 'mj_notify_enabled' }),
  MjAccountFilterEnabled: toggle(false),
  MjModeClearEnabled: toggle(false),
  MjForwardUrlEnabled: toggle(true),
  MjActionCheckSuccessEnabled: toggle(true),
})

const sensitiveWords = inSection('operation', 'sensitive-words', {
  CheckSensitiveEnabled: toggle(true),
  CheckSensitiveOnPromptEnabled: toggle(true),
  /** Off by default, so that the gateway reads answers only on request. */
  CheckSensitiveOnCompletionEnabled: toggle(false),
  StopOnSensitiveEnabled: toggle(true),
  SensitiveWords: lines(['test_sensitive']),
})

const dashboard = inSection('operation', 'dashboard', {
  DataExportEnabled: toggle(true, { publicAs: 'enable_data_export' }),
  /** Minutes after which an open dashboard refreshes its figures. */
  DataExportInterval: integer(5, { min: 1, publicAs: 'data_export_interval' }),
  DataExportDefaultTime: select(['hour', 'day', 'week'], 'hour', { publicAs: 'data_export_default_time' }),
})

const groups = under(
  'prices',
  inSection('operation', 'groups', {
    GroupRatio: numberMap({ default: 1, vip: 1, svip: 1 }),
    /** Groups a user may choose for a token, each with its description. */
    UserUsableGroups: textMap({ default: 'Default', vip: 'VIP' }),
    /** User group → group of the call → the ratio that replaces the latter's own. */
    GroupGroupRatio: groupNumberMap({}),
    /** The groups that a token of the group *auto* tries, in this order; empty: there is no such group. */
    AutoGroups: textList([]),
    DefaultUseAutoGroup: toggle(false, { publicAs: 'default_use_auto_group' }),
  }),
)

/** Pages that the console frames and that get users' keys. */
const chats = forRoot(
  inSection('operation', 'chats', {
    Chats: chatList(
      [
        { NextChat: 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}' },
        {
          LobeChat:
            'https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"{key}","baseURL":"{address}/v1"}}}',
        },
        {
          'AI as Workspace':
            'https://aiaw.app/set-provider?provider={"type":"openai","settings":{"apiKey":"{key}","baseURL":"{address}/v1"}}',
        },
        { AMA: 'ama://set-api-key?server={address}&key={key}' },
        { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
      ],
      { publicAs: 'chats' },
    ),
    ChatLink: text('', { publicAs: 'chat_link' }),
    ChatLink2: text('', { publicAs: 'chat_link2' }),
  }),
)

/** US dollars per drawing, if the operator's own prices do not include it. */
export const DRAWING_PRICES: Readonly<Record<string, number>> = {
  mj_imagine: 0.1,
  mj_edits: 0.1,
  mj_variation: 0.1,
  mj_reroll: 0.1,
  mj_blend: 0.1,
  mj_modal: 0.1,
  mj_zoom: 0.1,
  mj_shorten: 0.1,
  mj_high_variation: 0.1,
  mj_low_variation: 0.1,
  mj_pan: 0.1,
  mj_describe: 0.05,
  mj_upscale: 0.05,
  mj_upload: 0.05,
  swap_face: 0.05,
  mj_video: 0.8,
  mj_inpaint: 0,
  mj_custom_zoom: 0,
}

/** US dollars per call, for tasks that no price list of tokens includes. */
const TASK_PRICES = {
  ...DRAWING_PRICES,
  suno_music: 0.1,
  suno_lyrics: 0.01,
  // per second
  'sora-2': 0.1,
  'sora-2-pro': 0.3,
}

/** The operator's own prices; other models have the price of the built-in list. */
const modelRatio = under(
  'prices',
  inSection('operation', 'model-ratio', {
    ModelPrice: numberMap(TASK_PRICES),
    ModelRatio: numberMap({}),
    CompletionRatio: numberMap({}),
    CacheRatio: numberMap({}),
    ModelPrices: priceDocumentMap(),
    /** Of the served models; what it leaves out is as the built-in lists know it. */
    ModelMetadata: modelMetadataMap(),
    /** Hours between two readings of others' price lists; 0: only by hand. */
    'price_list_setting.every_hours': integer(0, { min: 0, max: 8_760 }),
  }),
)

export const operationOptions = {
  ...general,
  ...quota,
  ...logs,
  ...monitoring,
  ...metrics,
  ...alerts,
  ...drawing,
  ...sensitiveWords,
  ...dashboard,
  ...groups,
  ...chats,
  ...modelRatio,
}
