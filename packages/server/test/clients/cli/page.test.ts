import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { clientsPage } from './page.ts'
import { readResults } from './results.ts'

test('docs/clients.md matches the tables and the last run; `npm run clients -- --page` writes it', async () => {
  const kept = await Bun.file(join(import.meta.dir, '../../../../../docs/clients.md')).text()
  expect(kept).toBe(clientsPage(readResults('cli'), readResults('frameworks')))
})
