import { type ComponentType, useEffect, useState } from 'react'

/**
 * Returns a hook that gives a component once it is asked for and has come; until then its place is kept by what is shown now, which
 * stays as it is (under `Suspense` it would be made anew, and lose the focus).
 */
export function later<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let arrived: ComponentType<Props> | undefined
  return function useLater(isAsked: boolean): ComponentType<Props> | undefined {
    const [, setArrived] = useState(arrived !== undefined)
    useEffect(() => {
      if (!isAsked || arrived) return
      load().then(
        component => {
          arrived = component.default
          setArrived(true)
        },
        // It is asked for again when it is next wanted.
        () => {},
      )
    }, [isAsked])
    return isAsked ? arrived : undefined
  }
}
