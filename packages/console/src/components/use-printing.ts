import { useSyncExternalStore } from 'react'

/** Whether the page is being printed. */
export const usePrinting = (): boolean => useSyncExternalStore(watch, read)

const media = matchMedia('print')
let isAsked = false
const read = () => isAsked || media.matches

/** A list has hundreds. */
const told = new Set<() => void>()

function watch(tell: () => void): () => void {
  told.add(tell)
  return () => told.delete(tell)
}

const tellAll = () => {
  for (const tell of told) tell()
}
const ask = (asked: boolean) => () => {
  isAsked = asked
  tellAll()
}

// Not every browser switches the medium before it captures the page; others fire an event first.
media.addEventListener('change', tellAll)
addEventListener('beforeprint', ask(true))
addEventListener('afterprint', ask(false))
