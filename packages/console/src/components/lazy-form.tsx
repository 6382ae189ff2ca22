import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'

interface Opened {
  onClose: () => void
}

/**
 * What opens over a list, in a chunk that comes when it is opened, or when a button of its page is pointed at or has the focus. Escape closes it before it has
 * the focus too, also while it loads; the focus goes back to what opened it.
 * @param useRow asks the server for what the form shows, while its code is still coming
 */
export function lazyForm<Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
  useRow?: (props: Props) => unknown,
): ComponentType<Props> {
  const Form = lazyPart(async () => ({ default: await load() }))
  waiting.push(Form.prepare)
  return props => {
    useRow?.(props)
    useEscape(props.onClose)
    useFocusReturn()
    useQuiet()
    return <Form {...props} />
  }
}

/** Forms of the pages that were opened, in the order in which they are written there: the usual first. */
const waiting: (() => Promise<unknown>)[] = []
let openForms = 0

/** One after another, and none beside one that is open: what is pressed has the way to itself. */
async function getReady({ target }: Event) {
  if (!(target instanceof Element) || !target.closest('main :is(button, a)')) return
  while (openForms === 0) {
    const load = waiting.shift()
    if (!load) return
    await load()
  }
}

for (const sign of ['pointerover', 'focusin']) addEventListener(sign, event => void getReady(event), { passive: true })

function useQuiet() {
  useEffect(() => {
    openForms++
    return () => {
      openForms--
    }
  }, [])
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
