import type { User } from '@tollgate/contract'
import type { UserRow } from '../storage/schema.ts'

/** A user as the console sees one: neither the password nor the access token leaves the server. */
export function toUser({ password, access_token, deleted_at, ...user }: UserRow): User {
  return { ...user, DeletedAt: deleted_at }
}
