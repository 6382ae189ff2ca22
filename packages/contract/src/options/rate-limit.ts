import { rateLimitMap } from './json-kinds.ts'
import { integer, number, select, toggle } from './kinds.ts'
import { inSection } from './option.ts'

const activeWith = 'ModelRequestRateLimitEnabled'

const modelRequests = inSection('rate-limit', 'model-request', {
  ModelRequestRateLimitEnabled: toggle(false),
  ModelRequestRateLimitDurationMinutes: integer(1, { min: 0, activeWith }),
  /** Requests per period, including failed ones; 0 or -1: no limit. */
  ModelRequestRateLimitCount: integer(0, { min: -1, activeWith }),
  ModelRequestRateLimitSuccessCount: integer(1000, { min: 1, activeWith }),
  /** Overrides the two counts above. */
  ModelRequestRateLimitGroup: rateLimitMap({}, { activeWith }),
})

const LONGEST_WINDOW_SECONDS = 86_400

/** Whether limits apply across all nodes, and what happens while they cannot count together. */
const nodes = inSection('rate-limit', 'nodes', {
  'rate_limit_setting.without_redis': select(['count_alone', 'refuse'], 'count_alone'),
})

/** Requests from one address; 0: no limit. Loopback addresses do not count. */
const addresses = inSection('rate-limit', 'addresses', {
  /** Calls to models. */
  'rate_limit_setting.relay_requests': integer(0, { min: 0 }),
  'rate_limit_setting.relay_seconds': integer(180, { min: 1, max: LONGEST_WINDOW_SECONDS }),
  /** Calls of the console's API. */
  'rate_limit_setting.api_requests': integer(360, { min: 0 }),
  'rate_limit_setting.api_seconds': integer(180, { min: 1, max: LONGEST_WINDOW_SECONDS }),
  /** Pages of the console. */
  'rate_limit_setting.web_requests': integer(120, { min: 0 }),
  'rate_limit_setting.web_seconds': integer(180, { min: 1, max: LONGEST_WINDOW_SECONDS }),
  /** Signing in and up, resetting passwords, mails. */
  'rate_limit_setting.critical_requests': integer(20, { min: 0 }),
  'rate_limit_setting.critical_seconds': integer(1200, { min: 1, max: LONGEST_WINDOW_SECONDS }),
})

const LONGEST_LIMIT_SECONDS = 86_400

/** Limits of connections; 0: no limit, unless a comment says otherwise. */
const connections = inSection('rate-limit', 'connections', {
  /** Connections from one address without an admitted call; addresses in TRUSTED_PROXIES do not count. */
  'connection_setting.per_address': integer(512, { min: 0 }),
  /** All connections; 0: half of what the operating system allows the process. */
  'connection_setting.total': integer(0, { min: 0 }),
  /** Percent of all running calls that one user may have. */
  'connection_setting.user_percent': integer(80, { min: 1, max: 100 }),
  /** Seconds over which the rate of a request body is measured. */
  'connection_setting.body_seconds': number(20, { min: 0, max: LONGEST_LIMIT_SECONDS }),
  /** Seconds a client may leave a stream unread. */
  'connection_setting.unread_seconds': number(120, { min: 0, max: LONGEST_LIMIT_SECONDS }),
})

/** Memory limits of running calls. */
const memory = inSection('rate-limit', 'memory', {
  /** MiB for all calls together; 0: no limit. */
  'memory_setting.budget_mib': integer(1024, { min: 0 }),
  /** Percent of the budget one user may take. */
  'memory_setting.user_percent': integer(50, { min: 1, max: 100 }),
})

export const rateLimitOptions = { ...modelRequests, ...nodes, ...addresses, ...connections, ...memory }
