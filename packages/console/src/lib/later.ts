import { type ComponentType, startTransition, useEffectEvent, useLayoutEffect, useState } from 'react'

interface Later<Props> {
  /** @param onFailure receives the reason for a failure to load; without it, the next request retries */
  (isAsked: boolean, onFailure?: (error: Error) => void): ComponentType<Props> | undefined
  /** Loads it in advance, in a task of its own after the event's. A failure is reported when it is requested. */
  prepare(): Promise<void>
}

/**
 * Returns a hook that provides a component once it is requested and loaded. If only its place must be kept, see
 * `lazyPart`.
 */
export function later<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Later<Props> {
  let arrived: ComponentType<Props> | undefined
  const bring = async () => {
    arrived = (await load()).default
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module loads
  function useLater(isAsked: boolean, onFailure?: (error: Error) => void) {
    const [, setArrived] = useState(arrived !== undefined)
    const show = useEffectEvent(() => setArrived(true))
    const fail = useEffectEvent((error: Error) => onFailure?.(error))
    useLayoutEffect(() => {
      if (!isAsked) return
      // It may have loaded since this was rendered.
      if (arrived) show()
      // A page is drawn in slices, between which the browser answers.
      else bring().then(() => startTransition(show), fail)
    }, [isAsked])
    return isAsked ? arrived : undefined
  }
  const nextTask = () => new Promise(resolve => setTimeout(resolve))
  return Object.assign(useLater, {
    prepare: () =>
      nextTask()
        .then(bring)
        .catch(() => {}),
  })
}
