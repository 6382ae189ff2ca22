import { calls, TOKEN_STATUS, type Token } from '@tollgate/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountChanges, NO_CHANGES } from '../../components/many/account-changes.tsx'
import { accountLines, changedAccount, storedAccount } from '../../components/many/account-fields.ts'
import { ChangeSelected } from '../../components/many/change-selected.tsx'
import type { Planned } from '../../components/many/planned.ts'
import type { Batch } from '../../components/many/use-batch.ts'
import { send } from '../../lib/call.ts'
import { useStatus } from '../../session/status.tsx'
import { useUsableGroups } from './api.ts'

interface ChangeTokensProps {
  batch: Batch
  tokens: Token[]
  onChanged: () => void
}

/** Changes group, spending limit and status of the selected tokens. */
export function ChangeTokens({ batch, tokens, onChanged }: ChangeTokensProps) {
  const { t } = useTranslation()
  const site = useStatus()
  const groups = Object.keys(useUsableGroups())
  const [values, setValues] = useState(NO_CHANGES)
  const { enabled, disabled } = TOKEN_STATUS

  const plan = (token: Token): Planned[] => {
    const { id } = token
    const fields = changedAccount(token, values)
    const wanted = values.status && (values.status === 'on' ? enabled : disabled)
    // Expired and used-up tokens have a status that is not set by hand.
    const isSwitched =
      wanted !== undefined && [enabled, disabled].some(status => status === token.status && status !== wanted)
    const status = isSwitched ? { status: wanted } : {}
    const lines = [
      ...accountLines(token, fields, site),
      ...(isSwitched ? [t(wanted === enabled ? 'components.row.enable' : 'components.row.disable')] : []),
    ]
    const before = isSwitched ? { status: wanted === enabled ? disabled : enabled } : {}
    const store = (body: object) => send(calls.tokens.update, { body: { ...body, id } })
    return lines.length === 0
      ? []
      : [
          {
            name: token.name,
            lines,
            apply: () => store({ ...fields, ...status }),
            undo: () => store({ ...storedAccount(token, fields), ...before }),
          },
        ]
  }
  return (
    <ChangeSelected
      batch={batch}
      title={t('tokens.many.title', { count: tokens.length })}
      changing={t('tokens.many.changing')}
      chosen={tokens.length}
      planned={tokens.flatMap(plan)}
      onChanged={onChanged}
    >
      <AccountChanges values={values} onChange={setValues} groups={groups} />
    </ChangeSelected>
  )
}
