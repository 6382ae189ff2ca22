import type { User } from '@tollgate/contract'
import { formatQuota } from '../../lib/format.ts'
import { labelled } from '../../lib/join-words.ts'
import { t } from '../../phrases/index.ts'
import { masked } from '../sensitive.tsx'
import type { AccountValues } from './account-changes.tsx'

/** The fields shared by users and tokens. */
type Account = Pick<User, 'group' | 'quota_period' | 'period_quota'>
type AccountFields = Partial<Account>

/** The fields of a user or a token that will change, besides its status. A limit needs an amount. */
export function changedAccount(account: Account, values: AccountValues): AccountFields {
  const { group, quota_period, period_quota } = values
  const isLimit = quota_period !== undefined && (quota_period === '' || period_quota > 0)
  const limit = isLimit ? { quota_period, period_quota: quota_period === '' ? 0 : period_quota } : {}
  const differs = isLimit && (quota_period !== account.quota_period || limit.period_quota !== account.period_quota)
  return { ...(group !== undefined && group !== account.group && { group }), ...(differs && limit) }
}

/** The current values of the same fields. */
export const storedAccount = (account: Account, fields: AccountFields): AccountFields => ({
  ...('group' in fields && { group: account.group }),
  ...('quota_period' in fields && { quota_period: account.quota_period, period_quota: account.period_quota }),
})

/** One line for each changed field. */
export function accountLines(
  account: Account,
  fields: AccountFields,
  site: Parameters<typeof formatQuota>[1],
): string[] {
  const limitOf = ({ quota_period = '', period_quota = 0 }: AccountFields) =>
    quota_period === ''
      ? t('limits.none')
      : `${masked(formatQuota(period_quota, site))} ${t(`limits.short.${quota_period}`)}`
  return [
    ...('group' in fields ? [labelled(t('components.many.group'), `${account.group || '–'} → ${fields.group}`)] : []),
    ...('quota_period' in fields ? [labelled(t('limits.period'), `${limitOf(account)} → ${limitOf(fields)}`)] : []),
  ]
}
