import type { FurtherPhrases } from '../language-pack.ts'

export const limits: FurtherPhrases['limits'] = {
  period: 'Spending limit by period',
  periodHint: 'Beside the balance; by UTC, weeks begin on Monday. A call counts in the period it begins in.',
  none: 'None',
  periods: { day: 'Each day', week: 'Each week', month: 'Each month' },
  quota: 'Limit in a period',
  quotaRequired: 'Please enter a limit above 0',
  used: 'Used {{used}} of {{limit}}; starts over {{renews}}',
  short: { day: 'a day', week: 'a week', month: 'a month' },
  channel: 'Limits',
  channelHint: 'Counted over all nodes. A full channel is skipped; when all are full, callers get 429. 0: no limit.',
  concurrency_limit: 'Calls at a time',
  rpm_limit: 'Calls a minute',
  tpm_limit: 'Tokens a minute',
  settingInvalid: 'The settings below are not valid JSON',
}
