import type { PeopleContext } from '../context.ts'

/** Returns what an authenticator keeps to name a user: it says nothing of them to anybody else. */
export const userHandle = (userId: number, secrets: PeopleContext['secrets']): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(secrets.fingerprint(`passkey user ${userId}`), 'hex'))
