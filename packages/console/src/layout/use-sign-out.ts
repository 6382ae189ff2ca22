import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { signOut } from '../session/user.ts'

/** Ends the session, drops its data, and goes to the login page, or to the provider that ends its own session. */
export function useSignOut(): UseMutationResult<string | undefined, Error, void> {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: signOut,
    onSuccess: async providerLogout => {
      if (providerLogout) return location.assign(providerLogout)
      message.success(t('layout.signedOut'))
      await navigate(paths.login)
      queries.removeQueries({ predicate: query => query.queryKey[0] !== 'status' })
    },
  })
}
