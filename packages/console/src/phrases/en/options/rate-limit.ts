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
    hint: 'Failed requests count too. 0 or -1: no limit.',
  },
  ModelRequestRateLimitSuccessCount: {
    label: 'Successful requests in a period',
    hint: 'Only those that were answered count.',
  },
  ModelRequestRateLimitGroup: {
    label: 'Limits of single groups',
    hint: 'Group → [requests, successful requests]. A group named here has these instead of the two limits above.',
  },
  'connection_setting.per_address': {
    label: 'Connections of an address',
    hint: 'Those that carry no admitted call; beyond it the oldest are closed. Trusted proxies are not counted. 0: no limit.',
  },
  'connection_setting.total': {
    label: 'Connections in all',
    hint: 'When there are more, the oldest that carry no admitted call are closed, so that newcomers always get in. 0: half of what the operating system allows.',
  },
  'connection_setting.body_seconds': {
    label: 'Progress of a request body',
    hint: 'A body that brings less than 500 bytes a second over this time is cut with 408. 0: no limit.',
    unit: 'seconds',
  },
  'connection_setting.unread_seconds': {
    label: 'Unread answers',
    hint: 'A client that takes nothing of its stream for so long is cut; the call is charged as if it had left. 0: no limit.',
    unit: 'seconds',
  },
  'memory_setting.budget_mib': {
    label: 'Memory for calls',
    hint: 'What requests and kept answers may take together, unpacked and converted. Beyond it calls are answered 503. 0: no limit.',
    unit: 'MiB',
  },
  'memory_setting.user_percent': {
    label: 'Share of one user',
    hint: 'Of the memory above. Beyond it this user’s calls are answered 429.',
    unit: '%',
  },
} satisfies WordsOfTab<'rate-limit'>
