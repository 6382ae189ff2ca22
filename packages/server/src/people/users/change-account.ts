import { consoleError } from '../../platform/http/console-error.ts'
import type { Db } from '../../platform/storage/db.ts'
import { isNameTaken, type UserChange, updateUser } from './store.ts'

/** Changes a user, unless another user has, or has just taken, the new name. */
export async function changeAccount(db: Db, id: number, change: UserChange): Promise<void> {
  const { username } = change
  const taken = () => consoleError('username_taken', {}, 'username')
  if (username !== undefined && (await isNameTaken(db, username, id))) throw taken()
  try {
    await updateUser(db, id, change)
  } catch (error) {
    throw username !== undefined && isDuplicate(error) ? taken() : error
  }
}

/** PostgreSQL's code for a violated unique constraint; SQLite runs one transaction at a time and needs none. */
const isDuplicate = (error: unknown): boolean => (error as { code?: unknown }).code === '23505'
