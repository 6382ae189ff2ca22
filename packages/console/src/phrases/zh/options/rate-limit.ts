import type { WordsOfTab } from '../../settings-words.ts'

export const rateLimit = {
  ModelRequestRateLimitEnabled: {
    label: '启用模型请求速率限制',
    hint: '统计每位用户所有令牌的请求数，超出限制时返回 429。',
  },
  ModelRequestRateLimitDurationMinutes: {
    label: '限制周期',
    hint: '统计请求数的时间范围。',
    unit: '分钟',
  },
  ModelRequestRateLimitCount: {
    label: '每周期最多请求次数',
    hint: '失败的请求也计算在内。0 或 -1 表示不限制。',
  },
  ModelRequestRateLimitSuccessCount: {
    label: '每周期最多成功次数',
    hint: '只计算成功得到回答的请求。',
  },
  ModelRequestRateLimitGroup: {
    label: '分组速率限制',
    hint: '分组 → [最多请求次数, 最多成功次数]。列在这里的分组以此为准，优先于以上两项。',
  },
  'rate_limit_setting.without_redis': {
    label: 'Redis 不可用时',
    hint: '请求限制和渠道限制通过 Redis 在所有节点间合并统计。各自统计时，调用方在每个节点都可用满一次限额；拒绝则在 Redis 恢复前返回 503。',
    choices: { count_alone: '各节点单独统计', refuse: '拒绝受限制的请求' },
  },
  'rate_limit_setting.relay_requests': { label: '模型调用', hint: '来自同一地址的所有令牌合计。0 表示不限制。' },
  'rate_limit_setting.relay_seconds': { label: '周期：模型调用', hint: '统计的时间范围。', unit: '秒' },
  'rate_limit_setting.api_requests': { label: '控制台接口调用', hint: '来自同一地址对 /api 的调用。0 表示不限制。' },
  'rate_limit_setting.api_seconds': { label: '周期：控制台接口调用', hint: '统计的时间范围。', unit: '秒' },
  'rate_limit_setting.web_requests': {
    label: '控制台页面',
    hint: '来自同一地址；浏览器缓存的文件不计。0 表示不限制。',
  },
  'rate_limit_setting.web_seconds': { label: '周期：控制台页面', hint: '统计的时间范围。', unit: '秒' },
  'rate_limit_setting.critical_requests': {
    label: '登录与注册',
    hint: '来自同一地址的登录、注册、重置密码和邮件验证码。0 表示不限制。',
  },
  'rate_limit_setting.critical_seconds': { label: '周期：登录与注册', hint: '统计的时间范围。', unit: '秒' },
  'connection_setting.per_address': {
    label: '单个地址的连接数',
    hint: '只计没有已通过认证的调用的连接；超出时关闭最早的连接。可信代理不计。0 表示不限制。',
  },
  'connection_setting.total': {
    label: '连接总数',
    hint: '超出时关闭最早的、没有已通过认证的调用的连接，以便新连接随时可以进入。0 表示取操作系统上限的一半。',
  },
  'connection_setting.user_percent': {
    label: '单个用户的调用占比',
    hint: '占同时进行的调用总数（等于上面的连接总数）的比例，超出时该用户的调用返回 429，以便其他用户始终有余量。',
    unit: '%',
  },
  'connection_setting.body_seconds': {
    label: '请求体进度',
    hint: '在这段时间内平均每秒不足 500 字节的请求体会被中断并返回 408。0 表示不限制。',
    unit: '秒',
  },
  'connection_setting.unread_seconds': {
    label: '未读取的回答',
    hint: '客户端在这段时间内没有读取流式回答时会被断开，按客户端离开计费。0 表示不限制。',
    unit: '秒',
  },
  'memory_setting.budget_mib': {
    label: '调用可用内存',
    hint: '请求体（解压、转换后）与保存的回答合计可占用的内存，超出时返回 503。0 表示不限制。',
    unit: 'MiB',
  },
  'memory_setting.user_percent': {
    label: '单个用户占比',
    hint: '占以上内存的比例，超出时该用户的调用返回 429。',
    unit: '%',
  },
} satisfies WordsOfTab<'rate-limit'>
