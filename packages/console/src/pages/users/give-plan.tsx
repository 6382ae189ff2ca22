import { useQuery } from '@tanstack/react-query'
import { calls, type User } from '@tollgate/contract'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeSelected } from '../../components/many/change-selected.tsx'
import type { Planned } from '../../components/many/planned.ts'
import type { Batch } from '../../components/many/use-batch.ts'
import { masked } from '../../components/sensitive.tsx'
import { send } from '../../lib/call.ts'

const MOST_PLANS = 100

interface GivePlanProps {
  batch: Batch
  users: User[]
  onChanged: () => void
}

/** Gives a plan to the selected users for one period; undoing it ends these subscriptions. */
export default function GivePlan({ batch, users, onChanged }: GivePlanProps) {
  const { t } = useTranslation()
  const { data: plans } = useQuery({
    queryKey: ['plans', 'to give'],
    queryFn: () => send(calls.plans.list, { query: { page_size: MOST_PLANS } }),
  })
  const [planId, setPlanId] = useState<number>()
  const [reason, setReason] = useState('')
  const plan = plans?.items.find(({ id }) => id === planId)

  const planned = ({ id: user_id, username, DeletedAt }: User): Planned[] => {
    if (!plan || reason.trim() === '' || DeletedAt !== null) return []
    let given: number | undefined
    return [
      {
        name: masked(username),
        lines: [t('users.many.plan', { plan: plan.name })],
        apply: async () => {
          given = (await send(calls.subscriptions.give, { body: { plan_id: plan.id, user_id, reason } })).id
        },
        undo: async () => {
          if (given) await send(calls.subscriptions.manage, { params: { id: given }, body: { action: 'end', reason } })
        },
      },
    ]
  }
  return (
    <ChangeSelected
      batch={batch}
      title={t('users.many.givePlan')}
      open={t('users.many.givePlan')}
      changing={t('users.many.givingPlan')}
      chosen={users.length}
      planned={users.flatMap(planned)}
      onChanged={onChanged}
    >
      <Form.Item label={t('plans.columns.name')} htmlFor="many-plan" required>
        <Select
          id="many-plan"
          value={planId}
          onChange={setPlanId}
          options={plans?.items.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item label={t('plans.reason')} extra={t('plans.reasonHint')} htmlFor="many-reason" required>
        <Input id="many-reason" maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Form.Item>
    </ChangeSelected>
  )
}
