import { useQueryClient } from '@tanstack/react-query'
import { calls, splitList, type Token } from '@tollgate/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../components/use-confirm.ts'
import { useUndoToast } from '../../components/use-undo-toast.tsx'
import { send } from '../../lib/call.ts'
import { groupsOfToken, modelsOfToken } from '../../lib/models-of-token.ts'
import { useChange } from '../../lib/use-change.ts'
import { useUser } from '../../session/user.ts'
import type { LogRow } from './api.ts'

type Limits = Pick<Token, 'id' | 'model_limits_enabled' | 'model_limits'>

/**
 * Removes a row's model from its token's models, with undo. A token that may call everything first gets a list of its
 * models, after a question.
 */
export function useRefuseModel(): (row: LogRow) => Promise<void> {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const confirm = useConfirm()
  const toastWithUndo = useUndoToast()
  const ownGroup = useUser()?.group ?? ''
  const { mutate: limit } = useChange((body: Limits) => send(calls.tokens.update, { body }), { of: 'tokens' })

  return async ({ token_id: id, model_name: model }) => {
    try {
      const [token, names, priced, usable] = await Promise.all([
        send(calls.tokens.get, { params: { id } }),
        client.fetchQuery({ queryKey: ['usable-models'], queryFn: () => send(calls.users.models) }),
        client.fetchQuery({ queryKey: ['model-groups'], queryFn: () => send(calls.pricing.list) }),
        client.fetchQuery({ queryKey: ['usable-groups'], queryFn: () => send(calls.users.groups) }),
      ])
      const before: Limits = { id, model_limits_enabled: token.model_limits_enabled, model_limits: token.model_limits }
      const named = token.model_limits_enabled
        ? splitList(token.model_limits)
        : modelsOfToken(token, names, priced, groupsOfToken(token, ownGroup, usable))
      const left = named.filter(name => name !== model)
      if (token.model_limits_enabled && left.length === named.length)
        return void message.info(t('log.refuse.already', { model, token: token.name }))
      const agreed =
        token.model_limits_enabled ||
        (await confirm({
          title: t('log.refuse.title', { model, token: token.name }),
          consequence: t('log.refuse.consequence', { count: left.length }),
          agree: t('log.refuse.agree'),
        }))
      if (!agreed) return
      limit(
        { id, model_limits_enabled: true, model_limits: left.join(',') },
        {
          onSuccess: () => toastWithUndo(t('log.refuse.done', { model, token: token.name }), () => limit(before)),
        },
      )
    } catch (error) {
      message.error(error instanceof Error ? error.message : String(error))
    }
  }
}
