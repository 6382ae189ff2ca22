import { type ComponentType, useEffectEvent, useLayoutEffect, useState } from 'react'

interface Later<Props> {
  /** @param onFailure is told why it did not come; without it, it is asked for again when it is next wanted. */
  (isAsked: boolean, onFailure?: (error: Error) => void): ComponentType<Props> | undefined
  /** Loads it before it is asked for. A failure is told when it is. */
  prepare(): Promise<void>
}

/** Returns a hook that gives a component once it is asked for and has come. Where nothing but its place is to be kept, see `lazyPart`. */
export function later<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Later<Props> {
  let arrived: ComponentType<Props> | undefined
  const bring = async () => {
    arrived = (await load()).default
  }
  function useLater(isAsked: boolean, onFailure?: (error: Error) => void) {
    const [, setArrived] = useState(arrived !== undefined)
    const show = useEffectEvent(() => setArrived(true))
    const fail = useEffectEvent((error: Error) => onFailure?.(error))
    useLayoutEffect(() => {
      if (!isAsked) return
      // It may have come since this was drawn.
      if (arrived) show()
      else bring().then(show, fail)
    }, [isAsked])
    return isAsked ? arrived : undefined
  }
  return Object.assign(useLater, { prepare: () => bring().catch(() => {}) })
}
