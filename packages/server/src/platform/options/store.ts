import { isOptionKey, type OptionKey, optionLines } from '@tollgate/contract'
import type { Secrets } from '../secrets/secrets.ts'
import { PROOF_KEY } from '../storage/check-secret-key.ts'
import type { Db } from '../storage/db.ts'

/** Who changed an option, and when. */
export interface Author {
  userId: number
  /** Unix seconds. */
  now: number
}

/** Stores options as one text per key. */
export interface OptionStore {
  /** Returns every stored text, null if a secret cannot be decrypted. Includes keys of other versions. */
  load(): Promise<Array<{ key: string; text: string | null }>>
  save(key: OptionKey, text: string, author?: Author): Promise<void>
}

/** The store in the table `options`; secret options are encrypted. */
export function optionStore(db: Db, secrets: Secrets): OptionStore {
  return {
    async load() {
      const rows = await db.selectFrom('options').selectAll().where('key', '!=', PROOF_KEY).orderBy('key').execute()
      return rows.map(({ key, value }) => ({ key, text: isSecret(key) ? unseal(value, secrets) : value }))
    },
    async save(key, text, author) {
      const row = {
        value: isSecret(key) ? secrets.encrypt(text) : text,
        changed_at: author?.now ?? 0,
        changed_by: author?.userId ?? 0,
      }
      await db
        .insertInto('options')
        .values({ key, ...row })
        .onConflict(conflict => conflict.column('key').doUpdateSet(row))
        .execute()
    },
  }
}

/** Whether anybody but this user has changed one of the options since a time. */
export async function wasChangedByOthers(
  db: Db,
  { keys, userId, since }: { keys: readonly OptionKey[]; userId: number; since: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('options')
    .select('key')
    .where('key', 'in', keys)
    .where('changed_at', '>', since)
    .where('changed_by', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const isSecret = (key: string): boolean => isOptionKey(key) && optionLines[key].secret === true

function unseal(value: string, secrets: Secrets): string | null {
  try {
    return secrets.decrypt(value)
  } catch {
    return null
  }
}
