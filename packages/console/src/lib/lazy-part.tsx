import { type ComponentType, type ReactNode, useState } from 'react'
import { later } from './later.ts'

export interface LazyPart<Props> {
  (props: Props & { fallback?: ReactNode }): ReactNode
  /** Loads it before it is rendered. A failure is reported then. */
  prepare(): Promise<void>
}

/**
 * Returns a component whose code loads when it is first rendered; until then `fallback` keeps its place. It is shown as soon as it
 * has loaded: React's `lazy` under `Suspense` waits until 300 ms after the last fallback was shown.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  const useLoaded = later(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module loads
  function Part({ fallback, ...props }: Props & { fallback?: ReactNode }) {
    const [error, setError] = useState<Error>()
    const Loaded = useLoaded(true, setError)
    // The page shows that it failed to load.
    if (error) throw error
    // The rest of the sum of both types is the component's own part.
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : fallback
  }
  return Object.assign(Part, { prepare: useLoaded.prepare })
}
