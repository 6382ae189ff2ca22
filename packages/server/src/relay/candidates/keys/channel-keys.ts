import type { OpenChannel } from '../channel-index.ts'

/** Returns the channel with the key of this id, or the channel itself if it has one key or none with that id. */
export const withKey = (channel: OpenChannel, keyId: string): OpenChannel =>
  (keyId !== '' && channel.keys?.all.find(({ id }) => id === keyId)?.channel) || channel
