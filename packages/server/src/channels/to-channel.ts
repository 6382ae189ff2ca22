import type { Channel } from '@tollgate/contract'
import type { ChannelRow } from '../storage/schema.ts'

/** A channel as the console sees one: the key stays on the server. */
export function toChannel({ key_sealed, ...channel }: ChannelRow): Channel {
  return channel
}
