import { type ComponentType, type ReactNode, useState } from 'react'
import { later } from './later.ts'

export interface LazyPart<Props> {
  (props: Props & { fallback?: ReactNode }): ReactNode
  /** Loads it before it is drawn. A failure is told when it is. */
  prepare(): Promise<void>
}

/**
 * Returns a component whose code comes when it is first drawn; until then its place is kept by `fallback`. It is shown as soon as it has
 * come: React's `lazy` under `Suspense` is held back until 300 ms after the last fallback was shown.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  const useLoaded = later(load)
  function Part({ fallback, ...props }: Props & { fallback?: ReactNode }) {
    const [error, setError] = useState<Error>()
    const Loaded = useLoaded(true, setError)
    // The page says that it could not be loaded.
    if (error) throw error
    // What is left of the sum of two types is the one of them that is the component's own.
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : fallback
  }
  return Object.assign(Part, { prepare: useLoaded.prepare })
}
