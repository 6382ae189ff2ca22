import { calls, type InputOf } from '@tollgate/contract'
import { useParams, useSearchParams } from 'react-router'
import { sendWhole } from '../../lib/call.ts'
import { useUser } from '../../session/user.ts'
import { Arrival } from './arrival.tsx'

type Answer = NonNullable<InputOf<typeof calls.identities.bindTelegram>['query']>

/** The target of Telegram's widget, with its signed data: a binding for a signed-in user, otherwise a sign-in. */
export default function TelegramCallback() {
  const { state } = useParams()
  const [search] = useSearchParams()
  const user = useUser()
  // The server checks each member, and says which is wrong.
  const query = { ...Object.fromEntries(search), state } as unknown as Answer
  return (
    <Arrival
      onArrive={async () =>
        user
          ? sendWhole(calls.identities.bindTelegram, { query })
          : { ...(await sendWhole(calls.identities.telegram, { query })), message: '' }
      }
    />
  )
}
