import { useQueryClient } from '@tanstack/react-query'
import type { User } from '@tollgate/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { takePlace } from '../../lib/return-place.ts'
import { stored, writeStored } from '../../lib/storage.ts'
import { rememberUser } from '../../session/user.ts'

/** After a sign-in through another site: drops what the previous user left in memory. */
export function useSignInSuccess(): (user: User) => void {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return user => {
    queries.removeQueries({ predicate: query => query.queryKey[0] !== 'status' })
    writeStored(stored.inviteCode, '')
    rememberUser(user)
    message.success(t('login.success'))
    navigate(takePlace(), { replace: true })
  }
}
