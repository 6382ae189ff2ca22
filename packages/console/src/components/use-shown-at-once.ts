import { startTransition, useOptimistic } from 'react'

/** Shows a filter's value at once, while the page that it filters is drawn: what is chosen next is added to it. */
export function useShownAtOnce(
  value: string,
  onChange: (value: string) => void,
): [shown: string, change: (value: string) => void] {
  const [shown, show] = useOptimistic(value)
  const change = (next: string) =>
    startTransition(() => {
      show(next)
      onChange(next)
    })
  return [shown, change]
}
