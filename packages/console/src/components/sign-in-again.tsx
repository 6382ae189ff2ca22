import { lazy, Suspense, useEffect, useState } from 'react'
import { signInWith } from '../lib/ask-to-sign-in.ts'
import { useUser } from '../session/user.ts'

const Dialog = lazy(() => import('./sign-in-again-dialog.tsx'))

/** Opens the dialog when a change meets a session that has ended; `lib/call.ts` then makes the call again. */
export function SignInAgain() {
  const user = useUser()
  const [answer, setAnswer] = useState<(isSignedIn: boolean) => void>()
  useEffect(() => signInWith(() => new Promise(resolve => setAnswer(() => resolve))), [])
  if (!user || !answer) return null
  return (
    <Suspense>
      <Dialog user={user} onAnswer={answer} onClosed={() => setAnswer(undefined)} />
    </Suspense>
  )
}
