import type { User } from '@tollgate/contract'
import { type ComponentType, useEffect, useState } from 'react'
import type { askedOnce } from '../lib/asked-once.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useUser } from '../session/user.ts'

/** A dialog that asks the signed-in user a question. */
export interface AskedDialogProps {
  user: User
  onAnswer: (isDone: boolean) => void
  /** Called when it has faded out. */
  onClosed: () => void
}

/** Returns a component that loads and opens the dialog on request, over any page. */
export function askedDialog(
  answerWith: ReturnType<typeof askedOnce>['answerWith'],
  load: () => Promise<{ default: ComponentType<AskedDialogProps> }>,
): ComponentType {
  const Dialog = lazyPart(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, when its module loads
  return function AskedDialog() {
    const user = useUser()
    const [answer, setAnswer] = useState<(isDone: boolean) => void>()
    useEffect(() => answerWith(() => new Promise(resolve => setAnswer(() => resolve))), [])
    if (!user || !answer) return null
    return <Dialog user={user} onAnswer={answer} onClosed={() => setAnswer(undefined)} />
  }
}
