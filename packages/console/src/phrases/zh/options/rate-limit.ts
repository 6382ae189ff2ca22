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
    hint: '失败的请求也计算在内。0 表示不限制。',
  },
  ModelRequestRateLimitSuccessCount: {
    label: '每周期最多成功次数',
    hint: '只计算成功得到回答的请求。',
  },
  ModelRequestRateLimitGroup: {
    label: '分组速率限制',
    hint: '分组 → [最多请求次数, 最多成功次数]。列在这里的分组以此为准，优先于以上两项。',
  },
} satisfies WordsOfTab<'rate-limit'>
