import { providerOf } from '@tollgate/gateway'

/** The upstream keys a form gives: one a line, but for types whose one key has several lines. */
export function keysOf(type: number, text: string): string[] {
  const keys = providerOf(type)?.keyHasLines ? [text] : text.split('\n')
  return keys.map(key => key.trim()).filter(key => key !== '')
}
