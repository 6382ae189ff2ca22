import { lazy, Suspense, useEffect, useState } from 'react'
import { confirmWith } from '../lib/ask-to-confirm.ts'
import { useUser } from '../session/user.ts'

const Dialog = lazy(() => import('./confirm-identity-dialog.tsx'))

/** Opens the dialog when a call needs a fresh confirmation; `lib/call.ts` then makes the call again. */
export function ConfirmIdentity() {
  const user = useUser()
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>()
  useEffect(() => confirmWith(() => new Promise(resolve => setAnswer(() => resolve))), [])
  if (!user || !answer) return null
  return (
    <Suspense>
      <Dialog user={user} onAnswer={answer} onClosed={() => setAnswer(undefined)} />
    </Suspense>
  )
}
