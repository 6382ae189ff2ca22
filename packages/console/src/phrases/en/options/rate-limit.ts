import type { WordsOfTab } from '../../settings-words.ts'

export const rateLimit = {
  ModelRequestRateLimitEnabled: {
    label: 'Limit model requests',
    hint: 'Counts each user’s requests, over all their tokens. Who exceeds the limit is answered 429.',
  },
  ModelRequestRateLimitDurationMinutes: {
    label: 'Period',
    hint: 'The time over which requests are counted.',
    unit: 'minutes',
  },
  ModelRequestRateLimitCount: {
    label: 'Requests in a period',
    hint: 'Failed requests count too. 0: no limit.',
  },
  ModelRequestRateLimitSuccessCount: {
    label: 'Successful requests in a period',
    hint: 'Only those that were answered count.',
  },
  ModelRequestRateLimitGroup: {
    label: 'Limits of single groups',
    hint: 'Group → [requests, successful requests]. A group named here has these instead of the two limits above.',
  },
} satisfies WordsOfTab<'rate-limit'>
