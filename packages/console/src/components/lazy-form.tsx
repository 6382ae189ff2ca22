import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'

interface Opened {
  onClose: () => void
}

/**
 * What opens over a list, in a chunk that comes when it is opened, or when a button of its page is pointed at or has the focus. Escape closes it before it has
 * the focus too, also while it loads; the focus goes back to what opened it.
 */
export function lazyForm<Props extends Opened>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loadOnce = () => load().then(component => ({ default: component }))
  const Form = lazy(loadOnce) as unknown as ComponentType<Props> // the same props
  waiting.push(loadOnce)
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

/** Forms of the pages that were opened, in the order in which they are written there: the usual first. */
const waiting: (() => Promise<unknown>)[] = []

/** One after another, so that what is pressed meanwhile has the way to itself. */
async function getReady({ target }: Event) {
  if (!(target instanceof Element) || !target.closest('main :is(button, a)')) return
  for (let load = waiting.shift(); load; load = waiting.shift()) await load().catch(() => {})
}

for (const sign of ['pointerover', 'focusin']) addEventListener(sign, event => void getReady(event), { passive: true })

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
