import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'

interface Later<Props> {
  /** @param onFailure is told why it did not come; without it, it is asked for again when it is next wanted. */
  (isAsked: boolean, onFailure?: (error: Error) => void): ComponentType<Props> | undefined
  /** Loads it before it is asked for. */
  ask(): Promise<void>
}

/**
 * Returns a hook that gives a component once it is asked for and has come; until then its place is kept by what is shown now, which
 * stays as it is (under `Suspense` it would be made anew, and lose the focus). It is shown when it has come; React lets what `Suspense`
 * waits for be seen 300 ms after it was asked for, and no sooner.
 */
export function later<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Later<Props> {
  let arrived: ComponentType<Props> | undefined
  const ask = async () => {
    arrived = (await load()).default
  }
  function useLater(isAsked: boolean, onFailure?: (error: Error) => void) {
    const [, setArrived] = useState(arrived !== undefined)
    const fail = useEffectEvent((error: Error) => onFailure?.(error))
    useEffect(() => {
      if (isAsked && !arrived) ask().then(() => setArrived(true), fail)
    }, [isAsked])
    return isAsked ? arrived : undefined
  }
  return Object.assign(useLater, { ask })
}
