import { isOptionKey, type OptionKey, optionLines } from '@tollgate/contract'
import type { Secrets } from '../secrets.ts'
import type { Db } from '../storage/db.ts'
import { PROOF_KEY } from '../storage/prove-secret-key.ts'

/** Where options outlive the process: one text a key. */
export interface OptionStore {
  /** Every stored text, or null where a secret does not open. Keys of other versions come along. */
  load(): Promise<Array<{ key: string; text: string | null }>>
  save(key: OptionKey, text: string): Promise<void>
}

/** The table `options`; secret ones are sealed. */
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
