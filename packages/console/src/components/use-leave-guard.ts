import { useEffect, useEffectEvent } from 'react'
import { guardSteps, placeInHistory } from '../lib/history-steps.ts'

interface LeaveGuard {
  /** Whether something would be lost now. */
  wouldLose(): boolean
  /** Resolves to whether the user leaves anyway. */
  ask(): Promise<boolean>
}

/**
 * While something would be lost, asks before the browser's Back or Forward leaves a page, and has the browser ask
 * before a reload. It sees a step before the router does, undoes it, and repeats it if the user agrees.
 */
export function useLeaveGuard({ wouldLose, ask }: LeaveGuard): void {
  const wouldLoseNow = useEffectEvent(wouldLose)
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    const here = placeInHistory()
    let step: 'awaited' | 'undoing' | 'asking' | 'leaving' = 'awaited'
    const onStep = async (event: PopStateEvent) => {
      const there = placeInHistory()
      if (step === 'undoing') {
        event.stopImmediatePropagation()
        step = 'asking'
        return
      }
      if (step === 'leaving' || here === null || there === null || there === here || !wouldLoseNow()) return
      event.stopImmediatePropagation()
      const isAsked = step === 'asking'
      step = 'undoing'
      history.go(here - there)
      if (isAsked) return
      const leaves = await askNow()
      step = leaves ? 'leaving' : 'awaited'
      if (leaves) history.go(there - here)
    }
    const onReload = (event: BeforeUnloadEvent) => {
      if (wouldLoseNow()) event.preventDefault()
    }
    const endGuard = guardSteps(onStep)
    addEventListener('beforeunload', onReload)
    return () => {
      endGuard()
      removeEventListener('beforeunload', onReload)
    }
  }, [])
}
