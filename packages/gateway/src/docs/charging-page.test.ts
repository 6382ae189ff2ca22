import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { chargingPage } from './charging-page.ts'

test('docs/charging.md matches the tables; `npm run docs` writes it', async () => {
  const kept = await Bun.file(join(import.meta.dir, '../../../../docs/charging.md')).text()
  expect(kept).toBe(chargingPage())
})
