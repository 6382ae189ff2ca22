import type { WordsOfTab } from '../../settings-words.ts'

export const operation = {
  TopUpLink: {
    label: 'Top-up link',
    hint: 'Where users can buy quota or redemption codes. The wallet page links to it.',
  },
  'general_setting.docs_link': {
    label: 'Documentation link',
    hint: 'Your own documentation. It appears in the top bar; leave empty to hide it.',
  },
  DisplayInCurrencyEnabled: {
    label: 'Show quota as dollars',
    hint: 'On: balances and charges read as $1.00. Off: as plain quota numbers.',
  },
  DisplayTokenStatEnabled: {
    label: 'Billing calls answer for the token',
    hint: 'On: clients that ask for their balance are told that of the token they use. Off: that of its user.',
  },
  DefaultCollapseSidebar: {
    label: 'Start with a collapsed side menu',
    hint: 'For everybody who has not chosen otherwise.',
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
    hint: 'What a new user gets on top when they register with an invitation.',
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
    hint: 'How much quota one US dollar is. Existing balances keep their number, so changing this changes their worth.',
  },
  LogConsumeEnabled: {
    label: 'Log every call',
    hint: 'Off: calls are still charged, but leave no row in the usage log.',
  },
  'archive_setting.enabled': {
    label: 'Archive before deleting',
    hint: 'What is cleared from the log is written to compressed files first. The audit still counts it, and tollgate logs looks through it.',
  },
  'archive_setting.after_days': {
    label: 'Archive rows older than',
    hint: 'They leave the log by themselves. 0: only what somebody clears.',
    unit: 'days',
  },
  'archive_setting.place': {
    label: 'Place of the archive',
    hint: 'The whole path of a folder, or the address of an S3 bucket such as https://s3.eu-central-1.amazonaws.com/bucket/logs. Empty: log-archive in the data folder.',
  },
  'archive_setting.s3_region': {
    label: 'Region of the bucket',
    hint: 'Empty: as the address says.',
  },
  'archive_setting.s3_access_key_id': {
    label: 'Access key id',
    hint: 'Of an account that may write, read and delete in the bucket.',
  },
  'archive_setting.s3_secret': {
    label: 'Secret access key',
    hint: 'Signs every request; it is not sent.',
  },
  RetryTimes: {
    label: 'Retries',
    hint: 'How many more channels to try when one fails before its first byte. 0: none.',
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
    hint: 'Brings a channel that was disabled automatically back when its test succeeds again.',
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
    hint: 'Asks the providers of all enabled channels. A channel without a balance is disabled if failing channels are. 0: only by hand.',
    unit: 'min',
  },
  AutomaticDisableKeywords: {
    label: 'Words that disable a channel',
    hint: 'One a line. An upstream error that contains one of them disables the channel. Upper and lower case are alike.',
  },
  MetricsToken: {
    label: 'Token for the metrics',
    hint: 'Whoever reads /metrics sends it as Authorization: Bearer …',
  },
  MetricsAddresses: {
    label: 'Addresses that may read the metrics',
    hint: 'Without the token. One address or range a line, such as 10.0.0.0/8.',
  },
  AlertsEnabled: { label: 'Send alerts', hint: 'To the webhook and the mail address below, whichever is filled in.' },
  'alert_setting.webhook_url': {
    label: 'Webhook',
    hint: 'Gets every alert as JSON, by POST. It may be an address of your own network.',
  },
  'alert_setting.webhook_secret': {
    label: 'Secret of the webhook',
    hint: 'Signs the body: X-Webhook-Signature is its HMAC-SHA256 in hex.',
  },
  'alert_setting.email': { label: 'Mail address', hint: 'Through the mail server of the system settings.' },
  'alert_setting.language': {
    label: 'Language of alerts',
    hint: 'Of their title and text.',
    choices: { en: 'English', zh: 'Chinese', ru: 'Russian' },
  },
  'alert_setting.channel_down': {
    label: 'A channel is down',
    hint: 'It was switched off automatically, or is left alone because it keeps failing.',
  },
  'alert_setting.wallet_below': {
    label: 'Little is left at an upstream',
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
    hint: 'With fewer calls in that time, failures are not told.',
    unit: 'calls',
  },
  'alert_setting.books': {
    label: 'The books do not balance',
    hint: 'A job of its own proves them every day while this is on.',
  },
  'alert_setting.jobs': { label: 'A background job fails', hint: 'Until its next run succeeds.' },
  'alert_setting.server': {
    label: 'A server fails',
    hint: 'It tells by itself when its database or Redis is away, or it cannot serve calls.',
  },
  'alert_setting.nodes': { label: 'A node is lost', hint: 'The others tell, and what users’ money it still holds.' },
  'alert_setting.disk_percent': { label: 'Disk nearly full', hint: 'Less than this is free. 0: not told.', unit: '%' },
  'alert_setting.own_error_percent': {
    label: 'Calls that fail with 5xx',
    hint: 'Share of one server’s calls. 0: not told.',
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
    hint: 'The upstream tells this gateway of changes, which passes them on to the address the client named. Needs the server address.',
  },
  MjAccountFilterEnabled: {
    label: 'Let clients choose accounts',
    hint: 'Passes the client’s account filter on to the drawing upstream.',
  },
  MjModeClearEnabled: {
    label: 'Ignore speed flags in prompts',
    hint: 'Removes --fast, --relax and --turbo, so that the channel alone decides the speed.',
  },
  MjForwardUrlEnabled: {
    label: 'Serve images from here',
    hint: 'Image links point to this gateway instead of the upstream, which stays unseen.',
  },
  MjActionCheckSuccessEnabled: {
    label: 'Act on finished drawings only',
    hint: 'Refuses to upscale or vary a drawing that has not succeeded yet.',
  },
  CheckSensitiveEnabled: {
    label: 'Screen for sensitive words',
    hint: 'The main switch: off, nothing below has an effect.',
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
    hint: 'On: the answer ends there with an error, and what was made is charged. Off: the word is masked and the answer goes on.',
  },
  SensitiveWords: {
    label: 'Sensitive words',
    hint: 'One a line. Upper and lower case are alike.',
  },
  DataExportEnabled: {
    label: 'Data dashboard',
    hint: 'Sums up usage by user, token, model, channel and time, and shows the dashboard in the menu.',
  },
  DataExportInterval: {
    label: 'Time between updates',
    hint: 'How often an open dashboard reads its figures again. Shorter is fresher, and more work for the database.',
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
    hint: 'What a user may pick for a token, each with the description they read. Their own group is always among them.',
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
    hint: 'US dollars a call. A model named here is charged by the call, whatever its ratios say.',
  },
  ModelRatio: {
    label: 'Model ratios',
    hint: 'Price of input: 1 is 2 US dollars for a million tokens. A model not named here has the price of the built-in list.',
  },
  CompletionRatio: {
    label: 'Completion ratios',
    hint: 'How many times the input price a token of the answer costs.',
  },
  CacheRatio: {
    label: 'Cache ratios',
    hint: 'What part of the input price a token read from the cache costs: 0.1 is a tenth.',
  },
} satisfies WordsOfTab<'operation'>
