import { calls, USER_STATUS, type User, type UserAction } from '@tollgate/contract'
import { Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountChanges, NO_CHANGES } from '../../components/many/account-changes.tsx'
import { accountLines, changedAccount, storedAccount } from '../../components/many/account-fields.ts'
import { ChangeSelected } from '../../components/many/change-selected.tsx'
import type { Planned } from '../../components/many/planned.ts'
import type { Batch } from '../../components/many/use-batch.ts'
import { QuotaInput } from '../../components/quota-input.tsx'
import { masked } from '../../components/sensitive.tsx'
import { send } from '../../lib/call.ts'
import { formatQuota } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import { useUser } from '../../session/user.ts'
import { useGroupNames } from './api.ts'

interface ChangeUsersProps {
  batch: Batch
  users: User[]
  onChanged: () => void
}

/**
 * Changes group, spending limit, balance and status of the selected users; those the caller may not change stay
 * unchanged.
 */
export function ChangeUsers({ batch, users, onChanged }: ChangeUsersProps) {
  const { t } = useTranslation()
  const site = useStatus()
  const caller = useUser()
  const groups = useGroupNames()
  const [values, setValues] = useState(NO_CHANGES)
  const [added, setAdded] = useState(0)
  const within = users.filter(({ role, DeletedAt }) => DeletedAt === null && caller !== null && role < caller.role)

  const plan = (user: User): Planned[] => {
    const fields = changedAccount(user, values)
    const status = statusChange(user, values.status)
    const lines = [
      ...accountLines(user, fields, site),
      ...(added > 0 ? [t('users.many.added', { amount: formatQuota(added, site) })] : []),
      ...(status ? [t(`users.actions.${status.make}`)] : []),
    ]
    if (lines.length === 0) return []
    const { id } = user
    const store = async (account: object, action: UserAction | undefined, mode: 'add' | 'subtract') => {
      if (Object.keys(account).length > 0) await send(calls.userAdmin.update, { body: { id, ...account } })
      if (added > 0) await send(calls.users.changeQuota, { params: { id }, body: { mode, value: added } })
      if (action) await send(calls.userAdmin.manage, { body: { id, action } })
    }
    return [
      {
        name: masked(user.username),
        lines,
        apply: () => store(fields, status?.make, 'add'),
        undo: () => store(storedAccount(user, fields), status?.undo, 'subtract'),
      },
    ]
  }
  return (
    <ChangeSelected
      batch={batch}
      title={t('users.many.title', { count: users.length })}
      changing={t('users.many.changing')}
      chosen={users.length}
      planned={within.flatMap(plan)}
      onChanged={onChanged}
    >
      <AccountChanges values={values} onChange={setValues} groups={groups} />
      <Form.Item label={t('users.many.add')} htmlFor="many-added">
        <QuotaInput id="many-added" value={added} onChange={setAdded} />
      </Form.Item>
    </ChangeSelected>
  )
}

function statusChange(
  { status }: User,
  wanted: 'on' | 'off' | undefined,
): { make: UserAction; undo: UserAction } | undefined {
  if (wanted === 'on' && status === USER_STATUS.banned) return { make: 'enable', undo: 'disable' }
  if (wanted === 'off' && status === USER_STATUS.enabled) return { make: 'disable', undo: 'enable' }
  return undefined
}
