import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { calls, type FurtherIdentity, type InputOf, type Look, type OwnSession, type User } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'
import { rememberUser } from '../../session/user.ts'

export type Preferences = InputOf<typeof calls.users.updateSetting>['body']

// The forms show these errors, so they are quiet.

export const useRename = () =>
  useChange(
    async (body: { username: string; display_name: string }) =>
      rememberUser(await send(calls.profile.update, { body })),
    { of: 'self', quiet: true },
  )

/** Also ends the other sessions. */
export const useChangePassword = () =>
  useChange((body: { original_password: string; password: string }) => send(calls.profile.update, { body }), {
    of: 'own-sessions',
    quiet: true,
  })

/** Afterwards nothing can be loaded. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (username: string) => send(calls.profile.remove, { body: { username } }),
    meta: { quiet: true },
  })

export const useSavePreferences = () =>
  useChange((body: Preferences) => send(calls.users.updateSetting, { body }), { of: 'self', quiet: true })

/** Resolves to the token, which is only shown once. */
export const useMakeAccessToken = () => useMutation({ mutationFn: () => send(calls.profile.makeAccessToken) })

export const useOwnSessions = (): UseQueryResult<OwnSession[]> =>
  useQuery({ queryKey: ['own-sessions'], queryFn: () => send(calls.profile.sessions) })

export const useEndSession = () =>
  useChange((id: string) => send(calls.profile.endSession, { params: { id } }), { of: 'own-sessions' })

/** Resolves to how many sessions ended. */
export const useEndOtherSessions = () => useChange(() => send(calls.profile.endOtherSessions), { of: 'own-sessions' })

/** The user's identities at further OIDC providers. */
export const useOwnIdentities = (): UseQueryResult<FurtherIdentity[]> =>
  useQuery({ queryKey: ['own-identities'], queryFn: () => send(calls.identities.own) })

export const useUnbindOwn = () =>
  useChange((provider: string) => send(calls.identities.unbindOwn, { params: { provider } }), { of: 'own-identities' })

/** Shows the look at once; a refusal takes it back. */
export const useSetLook = (user: User) =>
  useMutation({
    mutationFn: (look: Look) => send(calls.users.setLook, { body: look }),
    onMutate: look => rememberUser({ ...user, setting: JSON.stringify({ ...JSON.parse(user.setting || '{}'), look }) }),
    onError: () => rememberUser(user),
    meta: { quiet: true },
  })

export const useMessageMails = (): UseQueryResult<boolean> =>
  useQuery({ queryKey: ['message-mails'], queryFn: () => send(calls.userMessages.mails) })

export const useSetMessageMails = () =>
  useChange((wanted: boolean) => send(calls.userMessages.setMails, { body: { wanted } }), { of: 'message-mails' })
