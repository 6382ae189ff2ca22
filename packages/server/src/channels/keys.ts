import { channelTypeOf } from '@tollgate/contract'

/** The upstream keys a form gives: one a line, but for types whose one key has several lines. */
export function keysOf(type: number, text: string): string[] {
  const keys = channelTypeOf(type)?.keyHasLines ? [text] : text.split('\n')
  return keys.map(key => key.trim()).filter(key => key !== '')
}
