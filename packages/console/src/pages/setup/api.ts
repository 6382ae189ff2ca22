import { useMutation } from '@tanstack/react-query'
import { calls, SETUP_RELOAD_DELAY_MS } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { rememberUser } from '../../session/user.ts'

export const USAGES = ['external', 'self', 'demo'] as const

export interface SetupFields {
  username: string
  password: string
  confirmPassword: string
  usage: (typeof USAGES)[number]
}

/** Submits the wizard, signs the new administrator in, and reloads the page a moment later. */
export function useCompleteSetup(withAccount: boolean) {
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ usage, ...account }: SetupFields) =>
      send(calls.setup.complete, {
        body: {
          ...(withAccount && account),
          SelfUseModeEnabled: usage === 'self',
          DemoSiteEnabled: usage === 'demo',
        },
      }),
    onSuccess: async (_, { username, password }) => {
      const reload = new Promise(resolve => setTimeout(resolve, SETUP_RELOAD_DELAY_MS))
      if (withAccount) await signIn(username.trim(), password)
      await reload
      location.reload()
    },
  })
}

async function signIn(username: string, password: string): Promise<void> {
  try {
    rememberUser(await send(calls.users.login, { body: { username, password } }))
  } catch {
    // The set-up itself is done; the new administrator can sign in by hand.
  }
}
