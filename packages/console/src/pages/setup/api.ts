import { useMutation } from '@tanstack/react-query'
import { calls, SETUP_RELOAD_DELAY_MS } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { rememberUser } from '../../session/user.ts'

export const USAGES = ['external', 'self', 'demo'] as const

export interface SetupFields {
  username: string
  password: string
  confirmPassword: string
  usage: (typeof USAGES)[number]
  /** The operator comes from another gateway, so the next page imports it. */
  isMovingIn: boolean
}

/** Submits the wizard. */
export function useCompleteSetup(withAccount: boolean) {
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ usage, isMovingIn: _, ...account }: SetupFields) =>
      send(calls.setup.complete, {
        body: {
          ...(withAccount && account),
          SelfUseModeEnabled: usage === 'self',
          DemoSiteEnabled: usage === 'demo',
        },
      }),
  })
}

/** Signs the new administrator in and loads the console, after a moment to read the success message. */
export async function openGateway(
  account: Pick<SetupFields, 'username' | 'password'> | null,
  isMovingIn: boolean,
): Promise<void> {
  const read = new Promise(resolve => setTimeout(resolve, SETUP_RELOAD_DELAY_MS))
  if (account) await signIn(account.username.trim(), account.password)
  await read
  if (isMovingIn) location.assign(paths.movingIn)
  else location.reload()
}

async function signIn(username: string, password: string): Promise<void> {
  try {
    rememberUser(await send(calls.users.login, { body: { username, password } }))
  } catch {
    // The set-up itself is done; the new administrator can sign in manually.
  }
}
