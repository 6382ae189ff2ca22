import type { WordsOfTab } from '../../settings-words.ts'

const languages = {
  en: 'English',
  zh: 'Chinese',
  ru: 'Russian',
  fr: 'French',
  ja: 'Japanese',
  vi: 'Vietnamese',
  'zh-TW': 'Traditional Chinese',
}

export const operation = {
  TopUpLink: {
    label: 'Top-up link',
    hint: 'Where users can buy quota or redemption codes. The wallet page links to it.',
  },
  'general_setting.docs_link': {
    label: 'Documentation link',
    hint: 'Your own documentation. It appears in the top bar; leave empty to hide it.',
  },
  'general_setting.fallback_language': {
    label: 'Language of new visitors',
    hint: 'For those whose browser names none of the console’s languages.',
    choices: languages,
  },
  DisplayInCurrencyEnabled: {
    label: 'Show quota as dollars',
    hint: 'On: balances and charges read as $1.00. Off: as plain quota numbers.',
  },
  DisplayTokenStatEnabled: {
    label: 'Billing calls report the token',
    hint: 'On: clients that ask for their balance get that of their token. Off: that of its user.',
  },
  DefaultCollapseSidebar: {
    label: 'Start with a collapsed side menu',
    hint: 'For users who have not chosen themselves.',
  },
  SelfUseModeEnabled: {
    label: 'Self-use mode',
    hint: 'For a gateway of your own: nobody can register, and models without a price may be called.',
  },
  DemoSiteEnabled: {
    label: 'Demo site',
    hint: 'Nobody can change anything, nor start tests or send mails. Only the super admin can change an option, to end the demo.',
  },
  QuotaForNewUser: {
    label: 'Quota for a new user',
    hint: 'Given once, on registration.',
  },
  QuotaForInviter: {
    label: 'Reward for inviting',
    hint: 'What a user earns for each new user who registers with their invitation.',
  },
  QuotaForInvitee: {
    label: 'Bonus for being invited',
    hint: 'An extra for new users who register with an invitation.',
  },
  QuotaRemindThreshold: {
    label: 'Low-balance warning',
    hint: 'Users whose balance falls below this are warned, unless they have chosen a figure of their own.',
  },
  PreConsumedQuota: {
    label: 'Reserved answer length',
    hint: 'How many tokens of answer are reserved when a request does not say how long its answer may be.',
    unit: 'tokens',
  },
  QuotaPerUnit: {
    label: 'Quota per dollar',
    hint: 'How much quota one US dollar is. Existing balances keep their number, so changing this changes their value.',
  },
  LogConsumeEnabled: {
    label: 'Log every call',
    hint: 'Off: calls are still charged, but leave no row in the usage log.',
  },
  'archive_setting.enabled': {
    label: 'Archive before deleting',
    hint: 'Rows cleared from the log are first written to compressed files. The audit still counts them, and tollgate logs searches them.',
  },
  'archive_setting.after_days': {
    label: 'Archive rows older than',
    hint: 'They leave the log automatically. 0: only rows that somebody clears.',
    unit: 'days',
  },
  'archive_setting.place': {
    label: 'Place of the archive',
    hint: 'The full path of a folder, or the address of an S3 bucket such as https://s3.eu-central-1.amazonaws.com/bucket/logs. Empty: log-archive in the data folder.',
  },
  'archive_setting.s3_region': {
    label: 'Region of the bucket',
    hint: 'Empty: from the address.',
  },
  'archive_setting.s3_access_key_id': {
    label: 'Access key id',
    hint: 'Its account must be allowed to write, read and delete in the bucket.',
  },
  'archive_setting.s3_secret': {
    label: 'Secret access key',
    hint: 'Signs every request; it is not sent.',
  },
  'mirror_setting.enabled': {
    label: 'Plan mirrored calls',
    hint: 'Copies of another gateway’s calls, sent to /mirror, are planned: no upstream is called, nothing is charged, and nothing of them is kept but sums.',
  },
  RetryTimes: {
    label: 'Retries',
    hint: 'How many more channels to try when one fails before its first byte. 0: none.',
  },
  AffinityRules: {
    label: 'Affinity rules',
    hint: 'Calls with the same key keep to the channel that answered the last of them. The first rule that fits a call and finds its key decides; without one, conversations are recognised by what clients name them, or by how they begin. * stands for any text.',
  },
  ChannelDisableThreshold: {
    label: 'Longest channel test',
    hint: 'A channel whose test takes longer counts as failed. 0: no limit.',
    unit: 's',
  },
  AutomaticDisableChannelEnabled: {
    label: 'Disable failing channels',
    hint: 'Takes a channel out of service when its key is refused, its balance is used up or its test fails.',
  },
  AutomaticEnableChannelEnabled: {
    label: 'Enable recovered channels',
    hint: 'Enables an automatically disabled channel when its test succeeds again.',
  },
  'monitor_setting.auto_test_channel_enabled': {
    label: 'Test channels regularly',
    hint: 'Tests every channel with a small request at the interval below. The upstreams charge you for it.',
  },
  'monitor_setting.auto_test_channel_minutes': {
    label: 'Interval of the tests',
    hint: 'From the start of one run to the start of the next.',
    unit: 'min',
  },
  'monitor_setting.update_balance_minutes': {
    label: 'Read balances every',
    hint: 'Asks the providers of all enabled channels. A channel without a balance is disabled if failing channels are. 0: only manually.',
    unit: 'min',
  },
  AutomaticDisableKeywords: {
    label: 'Words that disable a channel',
    hint: 'One per line. An upstream error that contains one of them disables the channel. Case does not matter.',
  },
  MetricsToken: {
    label: 'Token for the metrics',
    hint: 'Readers of /metrics send it as Authorization: Bearer …',
  },
  MetricsAddresses: {
    label: 'Addresses that may read the metrics',
    hint: 'They need no token. One address or range per line, such as 10.0.0.0/8.',
  },
  AlertsEnabled: { label: 'Send alerts', hint: 'To the webhook and the mail address below, whichever is filled in.' },
  'alert_setting.webhook_url': {
    label: 'Webhook',
    hint: 'Gets every alert as JSON, by POST. It may be an address in your own network.',
  },
  'alert_setting.webhook_secret': {
    label: 'Secret of the webhook',
    hint: 'Signs the body: X-Webhook-Signature is its HMAC-SHA256 in hex.',
  },
  'alert_setting.email': { label: 'Mail address', hint: 'Through the mail server of the system settings.' },
  'alert_setting.language': {
    label: 'Language of alerts',
    hint: 'Of their title and text.',
    choices: languages,
  },
  'alert_setting.channel_down': {
    label: 'A channel is down',
    hint: 'It was switched off automatically, or is resting because it keeps failing.',
  },
  'alert_setting.wallet_below': {
    label: 'Low balance at an upstream',
    hint: 'When the balance of a channel in use falls below this. 0: never.',
    unit: 'US dollars',
  },
  'alert_setting.error_percent': {
    label: 'Many calls fail',
    hint: 'When this share of the calls fails at upstreams. It is counted in the usage log. 0: never.',
    unit: '%',
  },
  'alert_setting.error_minutes': {
    label: 'Look back',
    hint: 'The time over which failed calls are counted.',
    unit: 'min',
  },
  'alert_setting.error_least_calls': {
    label: 'Fewest calls',
    hint: 'With fewer calls in that time, failures raise no alert.',
    unit: 'calls',
  },
  'alert_setting.books': {
    label: 'The books do not balance',
    hint: 'A separate job checks them every day while this is on.',
  },
  'alert_setting.jobs': { label: 'A background job fails', hint: 'Until its next run succeeds.' },
  'alert_setting.prices': {
    label: 'An upstream’s price rises above ours',
    hint: 'Goes by the price lists that are read on the page Models & prices.',
  },
  'alert_setting.server': {
    label: 'A server fails',
    hint: 'It reports by itself when its database or Redis is unreachable, or when it cannot serve calls.',
  },
  'alert_setting.nodes': {
    label: 'A node is lost',
    hint: 'The others report it, and how much of users’ quota it still holds.',
  },
  'alert_setting.disk_percent': { label: 'Disk nearly full', hint: 'Less than this is free. 0: no alert.', unit: '%' },
  'alert_setting.own_error_percent': {
    label: 'Calls that fail with 5xx',
    hint: 'Share of one server’s calls. 0: no alert.',
    unit: '%',
  },
  DrawingEnabled: {
    label: 'Drawing',
    hint: 'Shows the drawing log in the menu.',
  },
  TaskEnabled: {
    label: 'Tasks',
    hint: 'Shows the log of music and video tasks in the menu.',
  },
  MjNotifyEnabled: {
    label: 'Allow drawing callbacks',
    hint: 'The upstream reports changes to this gateway, which passes them on to the address the client named. Needs the server address.',
  },
  MjAccountFilterEnabled: {
    label: 'Let clients choose accounts',
    hint: 'Passes the client’s account filter on to the drawing upstream.',
  },
  MjModeClearEnabled: {
    label: 'Ignore speed flags in prompts',
    hint: 'Removes --fast, --relax and --turbo, so that only the channel decides the speed.',
  },
  MjForwardUrlEnabled: {
    label: 'Serve images from here',
    hint: 'Image links point to this gateway instead of the upstream, which stays hidden.',
  },
  MjActionCheckSuccessEnabled: {
    label: 'Act on finished drawings only',
    hint: 'Refuses to upscale or vary a drawing that has not succeeded yet.',
  },
  CheckSensitiveEnabled: {
    label: 'Screen for sensitive words',
    hint: 'The main switch: while it is off, nothing below has an effect.',
  },
  CheckSensitiveOnPromptEnabled: {
    label: 'Screen prompts',
    hint: 'A prompt with a listed word is refused before it is sent or charged.',
  },
  CheckSensitiveOnCompletionEnabled: {
    label: 'Screen answers',
    hint: 'Looks for listed words in what models write, also across the pieces of a stream. Live sessions and results of batches are not searched.',
  },
  StopOnSensitiveEnabled: {
    label: 'Stop an answer at a listed word',
    hint: 'On: the answer ends there with an error, and the text so far is charged. Off: the word is masked and the answer continues.',
  },
  SensitiveWords: {
    label: 'Sensitive words',
    hint: 'One per line. Case does not matter.',
  },
  DataExportEnabled: {
    label: 'Data dashboard',
    hint: 'Sums up usage by user, token, model, channel and time, and shows the dashboard in the menu.',
  },
  DataExportInterval: {
    label: 'Time between updates',
    hint: 'How often an open dashboard refreshes its figures. Shorter intervals are more work for the database.',
    unit: 'min',
  },
  DataExportDefaultTime: {
    label: 'First view',
    hint: 'How the dashboard groups time when it opens.',
    choices: { hour: 'By hour', day: 'By day', week: 'By week' },
  },
  GroupRatio: {
    label: 'Group ratios',
    hint: 'Every group and what its calls cost: 1 is the list price, 0.8 is 20% off, 0 is free.',
  },
  UserUsableGroups: {
    label: 'Groups users may choose',
    hint: 'What a user may pick for a token, each with the description they read. Their own group is always included.',
  },
  GroupGroupRatio: {
    label: 'Ratios between groups',
    hint: 'What users of one group pay for calls of another, instead of that group’s own ratio.',
  },
  AutoGroups: {
    label: 'Order of “auto”',
    hint: 'A token of the group “auto” is served and charged by the first of these groups that its owner may use and that has a channel for the model. Empty: there is no such group.',
  },
  DefaultUseAutoGroup: {
    label: 'New tokens start with “auto”',
    hint: 'Unless their maker chooses another group, and if there is an order.',
  },
  Chats: {
    label: 'Chat clients',
    hint: 'Each with a name and its link. {key} and {address} become the user’s key and this server’s address; {cherryConfig}, {deepchatConfig} and {aionuiConfig} both, as these programs read them. Web pages open in a frame, other links open programs.',
  },
  ChatLink: {
    label: 'Chat link',
    hint: 'A single chat client to open beside the list above. Leave empty if you have none.',
  },
  ChatLink2: {
    label: 'Second chat link',
    hint: 'Another one, opened with the user’s key in its settings.',
  },
  ModelPrice: {
    label: 'Price per call',
    hint: 'US dollars per call. A model named here is charged per call, whatever its ratios say.',
  },
  ModelRatio: {
    label: 'Model ratios',
    hint: 'Price of input: 1 is 2 US dollars per million tokens. Models not named here have the price of the built-in list.',
  },
  CompletionRatio: {
    label: 'Completion ratios',
    hint: 'The price of an answer’s token, as a multiple of the input price.',
  },
  CacheRatio: {
    label: 'Cache ratios',
    hint: 'The price of a token read from the cache, as a share of the input price: 0.1 is a tenth.',
  },
  ModelPrices: {
    label: 'Prices as documents',
    hint: 'By model, in US dollars: what ratios cannot say, such as tiers, images by size or hours. The four options above win where they name a model.',
  },
  ModelMetadata: {
    label: 'About the models',
    hint: 'By model: further names (`aliases`) under which it is called, `description`, `maker`, and `abilities` such as vision. What an entry leaves out is as the built-in lists know it. An alias costs what its model costs; where a channel lists its name as a model, it is that model.',
  },
  'price_list_setting.every_hours': {
    label: 'Read price lists every',
    hint: 'The lists on the page Models & prices. 0 reads them only by hand.',
    unit: 'hours',
  },
} satisfies WordsOfTab<'operation'>
