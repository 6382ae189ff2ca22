import { useSyncExternalStore } from 'react'

/** Whether the page is being printed. */
export const usePrinting = (): boolean => useSyncExternalStore(watch, read)

let isAsked = false
let media: MediaQueryList | undefined
const query = () => (media ??= matchMedia('print'))
const read = () => isAsked || query().matches

/** Not every browser switches the medium before it captures the page; others fire an event first. */
function watch(tell: () => void): () => void {
  const list = query()
  const ask = (asked: boolean) => () => {
    isAsked = asked
    tell()
  }
  const [before, after] = [ask(true), ask(false)]
  list.addEventListener('change', tell)
  addEventListener('beforeprint', before)
  addEventListener('afterprint', after)
  return () => {
    list.removeEventListener('change', tell)
    removeEventListener('beforeprint', before)
    removeEventListener('afterprint', after)
  }
}
