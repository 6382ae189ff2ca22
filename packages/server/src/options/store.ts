import { isOptionKey, type OptionKey, optionLines } from '@tollgate/contract'
import type { Secrets } from '../secrets.ts'
import { PROOF_KEY } from '../storage/check-secret-key.ts'
import type { Db } from '../storage/db.ts'

/** Stores options as one text per key. */
export interface OptionStore {
  /** Returns every stored text, null where a secret cannot be decrypted. Keys of other versions are included. */
  load(): Promise<Array<{ key: string; text: string | null }>>
  save(key: OptionKey, text: string): Promise<void>
}

/** The store in the table `options`; secret options are encrypted. */
export function optionStore(db: Db, secrets: Secrets): OptionStore {
  return {
    async load() {
      const rows = await db.selectFrom('options').selectAll().where('key', '!=', PROOF_KEY).orderBy('key').execute()
      return rows.map(({ key, value }) => ({ key, text: isSecret(key) ? unseal(value, secrets) : value }))
    },
    async save(key, text) {
      const value = isSecret(key) ? secrets.encrypt(text) : text
      await db
        .insertInto('options')
        .values({ key, value })
        .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
        .execute()
    },
  }
}

const isSecret = (key: string): boolean => isOptionKey(key) && optionLines[key].secret === true

function unseal(value: string, secrets: Secrets): string | null {
  try {
    return secrets.decrypt(value)
  } catch {
    return null
  }
}
