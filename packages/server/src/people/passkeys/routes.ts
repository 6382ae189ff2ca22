import { calls, type Passkey } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { serve } from '../context.ts'
import { passkeySite } from './passkey-site.ts'
import { registerPasskey, registrationOptions } from './register.ts'
import { deletePasskey, type PasskeyRow, passkeysOf, renamePasskey } from './store.ts'

/** A user's passkeys. The calls that sign in with one belong to `login`. */
export const passkeyEndpoints = [
  serve(calls.passkeys.list, async (_, { app, caller, request }) => ({
    origin: passkeySite(app, request)?.origin ?? null,
    passkeys: (await passkeysOf(app.db, caller.id)).map(toPasskey),
  })),

  serve(calls.passkeys.registrationOptions, (_, context) => registrationOptions(context)),

  serve(calls.passkeys.register, async ({ body }, context) => toPasskey(await registerPasskey(context, body))),

  serve(calls.passkeys.rename, async ({ params, body }, { app, caller }) => {
    if (!(await renamePasskey(app.db, caller.id, params.id, body.name))) throw consoleError('passkey_not_found')
    return null
  }),

  serve(calls.passkeys.remove, async ({ params }, { app, caller }) => {
    if (!(await deletePasskey(app.db, caller.id, params.id))) throw consoleError('passkey_not_found')
    return null
  }),
]

const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at,
  last_used_at,
})
