import { providerOf } from '@tollgate/gateway'

/** Splits the upstream keys of a form: one per line, except for types whose key has several lines. */
export function keysOf(type: number, text: string): string[] {
  const keys = providerOf(type)?.keyHasLines ? [text] : text.split('\n')
  return keys.map(key => key.trim()).filter(key => key !== '')
}
