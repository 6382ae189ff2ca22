import type { WordsOfTab } from '../../settings-words.ts'

const languages = { en: '英语', zh: '中文', ru: '俄语', fr: '法语', ja: '日语', vi: '越南语', 'zh-TW': '繁体中文' }

export const operation = {
  TopUpLink: {
    label: '充值链接',
    hint: '用户购买额度或兑换码的网址，显示在钱包页。',
  },
  'general_setting.docs_link': {
    label: '文档链接',
    hint: '您自己的文档，显示在顶栏；留空则不显示。',
  },
  'general_setting.fallback_language': {
    label: '新访客的语言',
    hint: '用于浏览器未声明控制台所支持语言的访客。',
    choices: languages,
  },
  DisplayInCurrencyEnabled: {
    label: '以美元显示额度',
    hint: '开启：余额和费用显示为 $1.00；关闭：显示额度数值。',
  },
  DisplayTokenStatEnabled: {
    label: '余额查询返回令牌额度',
    hint: '开启：客户端查询余额时返回所用令牌的额度；关闭：返回该用户的额度。',
  },
  DefaultCollapseSidebar: {
    label: '默认收起侧边栏',
    hint: '对尚未自行选择的所有人生效。',
  },
  SelfUseModeEnabled: {
    label: '自用模式',
    hint: '仅供自己使用：不开放注册，未设置价格的模型也可以调用。',
  },
  DemoSiteEnabled: {
    label: '演示站点',
    hint: '任何人都不能修改内容、发起测试或发送邮件；只有超级管理员可以修改选项，以结束演示。',
  },
  QuotaForNewUser: {
    label: '新用户初始额度',
    hint: '注册时一次性赠送。',
  },
  QuotaForInviter: {
    label: '邀请奖励额度',
    hint: '每有一位新用户通过邀请注册，邀请人获得的额度。',
  },
  QuotaForInvitee: {
    label: '受邀奖励额度',
    hint: '新用户通过邀请注册时额外获得的额度。',
  },
  QuotaRemindThreshold: {
    label: '余额提醒阈值',
    hint: '余额低于此值时提醒用户；用户自己设置的阈值优先。',
  },
  PreConsumedQuota: {
    label: '预留的回答长度',
    hint: '请求没有说明回答长度上限时，为回答预留多少 token。',
    unit: 'token',
  },
  QuotaPerUnit: {
    label: '每美元对应的额度',
    hint: '一美元等于多少额度。已有余额的数值不变，因此修改它会改变余额的价值。',
  },
  LogConsumeEnabled: {
    label: '记录每次调用',
    hint: '关闭后照常计费，但使用日志中不再留下记录。',
  },
  'archive_setting.enabled': {
    label: '删除前先归档',
    hint: '清除的日志会先写入压缩文件。账目核对仍会计入，并可用 tollgate logs 查阅。',
  },
  'archive_setting.after_days': {
    label: '归档早于此天数的日志',
    hint: '到期后自动移出日志。0：仅归档手动清除的部分。',
    unit: '天',
  },
  'archive_setting.place': {
    label: '归档位置',
    hint: '文件夹的完整路径，或 S3 存储桶地址，例如 https://s3.eu-central-1.amazonaws.com/bucket/logs。留空：数据文件夹中的 log-archive。',
  },
  'archive_setting.s3_region': {
    label: '存储桶区域',
    hint: '留空：以地址为准。',
  },
  'archive_setting.s3_access_key_id': {
    label: '访问密钥 ID',
    hint: '该账号须能在存储桶中写入、读取和删除。',
  },
  'archive_setting.s3_secret': {
    label: '访问密钥',
    hint: '用于为每个请求签名，不会被发送。',
  },
  'mirror_setting.enabled': {
    label: '规划镜像调用',
    hint: '发送到 /mirror 的另一网关的调用副本只做规划：不调用上游，不扣费，除汇总外不保留任何内容。',
  },
  RetryTimes: {
    label: '失败重试次数',
    hint: '渠道在返回首字节之前失败时，再尝试多少个渠道。0 表示不重试。',
  },
  AffinityRules: {
    label: '粘性路由规则',
    hint: '键相同的调用会留在上次应答的渠道上。由第一条既匹配调用又能找到键的规则决定；没有这样的规则时，按客户端给出的名称或对话开头识别会话。* 代表任意文本。',
  },
  ChannelDisableThreshold: {
    label: '渠道测试最长时间',
    hint: '测试超过此时间的渠道视为失败。0 表示不限制。',
    unit: '秒',
  },
  AutomaticDisableChannelEnabled: {
    label: '失败时自动禁用渠道',
    hint: '密钥被拒、余额用尽或测试失败时停用该渠道。',
  },
  AutomaticEnableChannelEnabled: {
    label: '成功时自动启用渠道',
    hint: '被自动禁用的渠道再次测试成功后恢复使用。',
  },
  'monitor_setting.auto_test_channel_enabled': {
    label: '定期测试渠道',
    hint: '按下面的间隔用小请求测试每个渠道，上游会向您收费。',
  },
  'monitor_setting.auto_test_channel_minutes': {
    label: '测试间隔',
    hint: '从一次开始到下一次开始的时间。',
    unit: '分钟',
  },
  'monitor_setting.update_balance_minutes': {
    label: '更新余额间隔',
    hint: '查询所有已启用渠道的供应商余额。启用自动禁用时，余额用尽的渠道会被禁用。0 表示仅手动。',
    unit: '分钟',
  },
  AutomaticDisableKeywords: {
    label: '自动禁用关键词',
    hint: '一行一个，不区分大小写。上游错误包含其中之一时禁用该渠道。',
  },
  MetricsToken: { label: '指标令牌', hint: '读取 /metrics 时以 Authorization: Bearer … 发送。' },
  MetricsAddresses: { label: '可读取指标的地址', hint: '无需令牌。每行一个地址或网段，例如 10.0.0.0/8。' },
  AlertsEnabled: { label: '发送告警', hint: '发送到下面填写的 Webhook 和邮箱。' },
  'alert_setting.webhook_url': { label: 'Webhook 地址', hint: '每条告警以 JSON 形式 POST 到此地址，可以是内网地址。' },
  'alert_setting.webhook_secret': {
    label: 'Webhook 密钥',
    hint: '用于签名：X-Webhook-Signature 为请求体的 HMAC-SHA256（十六进制）。',
  },
  'alert_setting.email': { label: '邮箱地址', hint: '通过系统设置中的邮件服务器发送。' },
  'alert_setting.language': {
    label: '告警语言',
    hint: '标题和正文的语言。',
    choices: languages,
  },
  'alert_setting.channel_down': { label: '渠道不可用', hint: '渠道被自动禁用，或因持续失败而暂停使用。' },
  'alert_setting.wallet_below': {
    label: '上游余额不足',
    hint: '启用的渠道余额低于此值时告警。0 表示从不。',
    unit: '美元',
  },
  'alert_setting.error_percent': {
    label: '大量调用失败',
    hint: '在上游失败的调用达到此比例时告警，按使用日志统计。0 表示从不。',
    unit: '%',
  },
  'alert_setting.error_minutes': { label: '统计时长', hint: '统计失败调用的时间范围。', unit: '分钟' },
  'alert_setting.error_least_calls': { label: '最少调用数', hint: '该时间内调用少于此数时不告警。', unit: '次' },
  'alert_setting.books': { label: '账目不平', hint: '开启后，每天由专门的任务核对账目。' },
  'alert_setting.jobs': { label: '后台任务失败', hint: '直到下一次运行成功。' },
  'alert_setting.prices': {
    label: '上游价格涨到高于我们的价格',
    hint: '依据“模型与价格”页面读取的价目表。',
  },
  'alert_setting.server': { label: '服务器故障', hint: '数据库或 Redis 不可用、无法处理调用时，由服务器自行告警。' },
  'alert_setting.nodes': { label: '节点失联', hint: '由其他节点告警，并说明其仍占用的用户额度。' },
  'alert_setting.disk_percent': { label: '磁盘将满', hint: '可用空间低于此值时告警。0 表示不告警。', unit: '%' },
  'alert_setting.own_error_percent': { label: '5xx 调用占比', hint: '单台服务器的调用占比。0 表示不告警。', unit: '%' },
  DrawingEnabled: {
    label: '绘图功能',
    hint: '在菜单中显示绘图日志。',
  },
  TaskEnabled: {
    label: '任务功能',
    hint: '在菜单中显示音乐、视频等任务日志。',
  },
  MjNotifyEnabled: {
    label: '允许绘图回调',
    hint: '上游将变化通知本网关，由网关转发到客户端指定的地址。需要设置服务器地址。',
  },
  MjAccountFilterEnabled: {
    label: '允许客户端选择账号',
    hint: '将客户端的 accountFilter 参数转给绘图上游。',
  },
  MjModeClearEnabled: {
    label: '忽略提示词中的速度参数',
    hint: '去掉 --fast、--relax 和 --turbo，速度只由渠道决定。',
  },
  MjForwardUrlEnabled: {
    label: '由本站转发图片',
    hint: '图片链接指向本网关，不暴露上游地址。',
  },
  MjActionCheckSuccessEnabled: {
    label: '仅允许操作已完成的绘图',
    hint: '绘图尚未成功时，拒绝放大或变体等操作。',
  },
  CheckSensitiveEnabled: {
    label: '屏蔽词过滤',
    hint: '总开关：关闭后以下各项均不生效。',
  },
  CheckSensitiveOnPromptEnabled: {
    label: '检查提示词',
    hint: '提示词含有屏蔽词时直接拒绝，不会发送也不会计费。',
  },
  CheckSensitiveOnCompletionEnabled: {
    label: '检查回答',
    hint: '在模型的回答中查找列出的词，流式回答会跨片段查找。实时会话和批处理结果不检查。',
  },
  StopOnSensitiveEnabled: {
    label: '遇到屏蔽词时停止回答',
    hint: '开启：回答在此处以错误结束，已生成的部分照常计费。关闭：用星号遮盖该词，回答继续。',
  },
  SensitiveWords: {
    label: '屏蔽词列表',
    hint: '一行一个，不区分大小写。',
  },
  DataExportEnabled: {
    label: '数据看板',
    hint: '按用户、模型和小时汇总用量，并在菜单中显示数据看板。',
  },
  DataExportInterval: {
    label: '更新间隔',
    hint: '打开的看板多久重新读取一次数据。间隔越短数据越新，数据库负担也越重。',
    unit: '分钟',
  },
  DataExportDefaultTime: {
    label: '默认时间粒度',
    hint: '打开数据看板时按什么时间单位汇总。',
    choices: { hour: '按小时', day: '按天', week: '按周' },
  },
  GroupRatio: {
    label: '分组倍率',
    hint: '所有分组及其价格倍率：1 为原价，0.8 为八折，0 为免费。',
  },
  UserUsableGroups: {
    label: '用户可选分组',
    hint: '用户创建令牌时可以选择的分组及其说明。用户自己的分组始终可选。',
  },
  GroupGroupRatio: {
    label: '分组之间的倍率',
    hint: '某一分组的用户使用另一分组时的倍率，取代该分组自身的倍率。',
  },
  AutoGroups: {
    label: '“auto”的顺序',
    hint: '分组为“auto”的令牌按此顺序，由其所有者可用且有该模型渠道的第一个分组提供服务并计费。留空则没有此分组。',
  },
  DefaultUseAutoGroup: {
    label: '新令牌默认使用“auto”',
    hint: '创建者未选择其他分组且已设置顺序时生效。',
  },
  Chats: {
    label: '聊天客户端',
    hint: '每项为名称和链接。{key} 和 {address} 会替换为用户的密钥和本站地址；{cherryConfig}、{deepchatConfig}、{aionuiConfig} 以相应程序的格式包含两者。网页在框架中打开，其他链接打开本机程序。',
  },
  ChatLink: {
    label: '聊天链接',
    hint: '上述列表之外单独打开的聊天客户端；没有则留空。',
  },
  ChatLink2: {
    label: '聊天链接 2',
    hint: '另一个聊天客户端，打开时带上用户的密钥。',
  },
  ModelPrice: {
    label: '模型固定价格',
    hint: '每次调用的价格（美元）。列在这里的模型按次计费，忽略其倍率。',
  },
  ModelRatio: {
    label: '模型倍率',
    hint: '输入价格：1 等于每百万 token 2 美元。未列出的模型使用内置价格表。',
  },
  CompletionRatio: {
    label: '补全倍率',
    hint: '回答 token 的价格是输入价格的多少倍。',
  },
  CacheRatio: {
    label: '缓存倍率',
    hint: '命中缓存的 token 价格是输入价格的多少：0.1 即十分之一。',
  },
  ModelPrices: {
    label: '价格文档',
    hint: '按模型，以美元计：倍率无法表达的内容，例如分档、按尺寸计价的图片或时段。上面四个选项若列出该模型，则以它们为准。',
  },
  ModelMetadata: {
    label: '模型说明',
    hint: '按模型：可用来调用它的其他名称（`aliases`）、`description`、`maker`，以及 vision 等 `abilities`。条目未给出的内容以内置列表为准。别名与其模型同价；若有渠道把该名称列为模型，则它就是那个模型。',
  },
  'price_list_setting.every_hours': {
    label: '读取价目表的间隔',
    hint: '“模型与价格”页面上的价目表。0 表示只手动读取。',
    unit: '小时',
  },
} satisfies WordsOfTab<'operation'>
