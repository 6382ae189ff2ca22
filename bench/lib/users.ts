import { ROLE, type Token } from '../../packages/contract/src/index.ts'
import { readEnvironment } from '../../packages/server/src/environment.ts'
import { credit } from '../../packages/server/src/ledger/index.ts'
import { openStorage } from '../../packages/server/src/storage/db.ts'
import { signUp } from '../../packages/server/test/support/gateway.ts'
import type { Gateway } from './gateway.ts'

/** Outlasts any benchmark. */
const QUOTA_EACH = 1_000_000_000

/** Makes users who have money and a token each; resolves to their tokens. */
export async function makeUsers({ operator, dataFolder }: Gateway, count: number): Promise<string[]> {
  const storage = openStorage(readEnvironment({ DATA_DIR: dataFolder }))
  try {
    const bearers: string[] = []
    for (let made = 0; made < count; made++) {
      const { id, consoleCall } = await signUp(storage, ROLE.user)
      await credit(storage.db, { userId: id, amount: QUOTA_EACH, reference: `grant:bench:${id}`, now: 1 })
      const tokens = await consoleCall<Token[]>(operator.url, 'POST', '/api/token/', {
        name: 'bench',
        unlimited_quota: true,
      })
      bearers.push(...tokens.map(({ key }) => `sk-${key}`))
    }
    return bearers
  } finally {
    await storage.db.destroy()
  }
}
