import type { OpenChannel } from '../channel-index.ts'

/** The channel with the key that has this id; the channel itself where it has one key, or none by that id. */
export const withKey = (channel: OpenChannel, keyId: string): OpenChannel =>
  (keyId !== '' && channel.keys?.all.find(({ id }) => id === keyId)?.channel) || channel
