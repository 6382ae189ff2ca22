import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'

interface Opened {
  onClose: () => void
}

/**
 * Opens over a list. Its chunk loads when it is opened, or when a button of its page is hovered or focused. Escape
 * closes it even before it has the focus, and while it loads; the focus then returns to the element that opened it.
 * @param useRow requests the form's data while its code is loading
 */
export function lazyForm<Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
  useRow?: (props: Props) => unknown,
): LazyForm<Props> {
  const Form = lazyPart(async () => ({ default: await load() }))
  waiting.push(Form.prepare)
  const opened = (props: Props) => {
    useRow?.(props)
    useEscape(props.onClose)
    useFocusReturn()
    useQuiet()
    return <Form {...props} />
  }
  return Object.assign(opened, { prepare: Form.prepare })
}

export interface LazyForm<Props> {
  (props: Props): ReactNode
  /** Loads it before it is opened. */
  prepare(): Promise<void>
}

/** Forms of the opened pages in source order: the most common first. */
const waiting: (() => Promise<unknown>)[] = []
let openForms = 0

/** Loads one after another, and none while one is open, so that a click has the connection to itself. */
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

/** Closes on Escape as long as the focused element does not handle it. */
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
