import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const rateLimit = {
  ModelRequestRateLimitEnabled: {
    label: 'Limit model requests',
    hint: 'Counts each user’s requests, over all their tokens. Further requests are answered with 429.',
  },
  ModelRequestRateLimitDurationMinutes: {
    label: 'Period',
    hint: 'The time over which requests are counted.',
    unit: 'min',
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
    label: 'Limits by group',
    hint: 'Group → [requests, successful requests]. For a group named here these replace the two limits above.',
  },
  'rate_limit_setting.without_redis': {
    label: 'While Redis is away',
    hint: 'Limits of calls and of channels are counted over all nodes in Redis. If nodes count alone, a caller gets the limit once per node; refusing answers 503 until Redis is back.',
    choices: { count_alone: 'Each node counts alone', refuse: 'Refuse limited calls' },
  },
  'rate_limit_setting.relay_requests': {
    label: 'Calls to models',
    hint: 'From one address, over all tokens. 0: no limit.',
  },
  'rate_limit_setting.relay_seconds': {
    label: 'Period: calls to models',
    hint: 'The time over which they are counted.',
    unit: 's',
  },
  'rate_limit_setting.api_requests': { label: 'Calls of the console', hint: 'From one address, to /api. 0: no limit.' },
  'rate_limit_setting.api_seconds': {
    label: 'Period: calls of the console',
    hint: 'The time over which they are counted.',
    unit: 's',
  },
  'rate_limit_setting.web_requests': {
    label: 'Pages of the console',
    hint: 'From one address; files that browsers cache do not count. 0: no limit.',
  },
  'rate_limit_setting.web_seconds': {
    label: 'Period: pages of the console',
    hint: 'The time over which they are counted.',
    unit: 's',
  },
  'rate_limit_setting.critical_requests': {
    label: 'Signing in and up',
    hint: 'From one address: signing in and registering, resets of passwords, codes by mail. 0: no limit.',
  },
  'rate_limit_setting.critical_seconds': {
    label: 'Period: signing in and up',
    hint: 'The time over which they are counted.',
    unit: 's',
  },
  'connection_setting.per_address': {
    label: 'Connections per address',
    hint: 'Counts those without an admitted call; beyond the limit the oldest are closed. Trusted proxies are not counted. 0: no limit.',
  },
  'connection_setting.total': {
    label: 'Connections in all',
    hint: 'Beyond this, the oldest without an admitted call are closed, so that new clients always get in. 0: half of what the operating system allows.',
  },
  'connection_setting.user_percent': {
    label: 'Calls of one user',
    hint: 'Of the running calls, which are limited like the connections above. Beyond it this user’s calls are answered with 429, so that others always find room.',
    unit: '%',
  },
  'connection_setting.body_seconds': {
    label: 'Progress of a request body',
    hint: 'A body slower than 500 bytes a second over this time is cut off with 408. 0: no limit.',
    unit: 's',
  },
  'connection_setting.unread_seconds': {
    label: 'Unread answers',
    hint: 'A client that reads nothing of its stream for this long is cut off; the call is charged as if it had left. 0: no limit.',
    unit: 's',
  },
  'memory_setting.budget_mib': {
    label: 'Memory for calls',
    hint: 'Total for requests and stored answers, decompressed and converted. Beyond it calls are answered with 503. 0: no limit.',
    unit: 'MiB',
  },
  'memory_setting.user_percent': {
    label: 'Share of one user',
    hint: 'Of the memory above. Beyond it this user’s calls are answered with 429.',
    unit: '%',
  },
} satisfies Incomplete<WordsOfTab<'rate-limit'>>
