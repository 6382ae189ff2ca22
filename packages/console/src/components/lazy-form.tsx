import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'

interface Opened {
  onClose: () => void
}

/**
 * What opens over a list, in a chunk that comes when it is opened, or when its page is touched. Escape closes it before it has
 * the focus too, also while it loads; the focus goes back to what opened it.
 */
export function lazyForm<Props extends Opened>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loadOnce = () => load().then(component => ({ default: component }))
  const Form = lazy(loadOnce) as unknown as ComponentType<Props> // the same props
  addEventListener('pointerdown', () => void loadOnce().catch(() => {}), { once: true })
  return props => {
    useEscape(props.onClose)
    useFocusReturn()
    return (
      <Suspense>
        <Form {...props} />
      </Suspense>
    )
  }
}

/** Closes by Escape as long as the focus is in nothing that answers it itself. */
function useEscape(onClose: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && !event.target.closest('[role=dialog], [role=menu]')
    if (event.key === 'Escape' && isElsewhere && !event.defaultPrevented) onClose()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement && document.activeElement !== document.body) return
      const isThere = opener instanceof HTMLElement && opener !== document.body && opener.checkVisibility()
      if (isThere) opener.focus()
      else document.getElementById('main')?.focus()
    },
    [opener],
  )
}
