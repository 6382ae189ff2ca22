import type { Caller } from '../../platform/http/serve.ts'
import { randomText } from '../../platform/process/random-text.ts'
import type { PeopleContext } from '../context.ts'
import { updateUser } from '../users/store.ts'

const ACCESS_TOKEN_LENGTH = 40

/** Makes a system access token, stored only as a fingerprint. It replaces the previous one. */
export async function makeAccessToken({ db, secrets, changeEvents }: PeopleContext, caller: Caller): Promise<string> {
  const token = randomText(ACCESS_TOKEN_LENGTH)
  await updateUser(db, caller.id, { access_token: secrets.fingerprint(token) })
  await changeEvents.emit('users', caller.id)
  return token
}
