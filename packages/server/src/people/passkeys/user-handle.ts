import type { PeopleContext } from '../context.ts'

/** Returns the handle an authenticator stores for a user: it reveals nothing about them to anybody else. */
export const userHandle = (userId: number, secrets: PeopleContext['secrets']): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(secrets.fingerprint(`passkey user ${userId}`), 'hex'))
