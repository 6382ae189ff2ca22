import type { PeopleContext } from '../context.ts'

/** Returns the handle that an authenticator stores for a user. It reveals nothing about them to others. */
export const userHandle = (userId: number, secrets: PeopleContext['secrets']): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(secrets.fingerprint(`passkey user ${userId}`), 'hex'))
