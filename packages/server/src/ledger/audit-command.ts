/** Proves the books of the database the environment names; ends with 1 and a list when something is wrong. */
import { runCommand } from '../run-command.ts'
import { openStorage } from '../storage/db.ts'
import { migrate } from '../storage/migrate.ts'
import { auditBooks } from './audit.ts'

await runCommand(async environment => {
  const storage = openStorage(environment)
  await migrate(storage)
  const { findings, figures } = await auditBooks(storage, Math.floor(Date.now() / 1000))
  await storage.db.destroy()
  for (const owner of ['users', 'tokens'] as const) {
    const { accounts, balance, held, entered } = figures[owner]
    console.log(`  ${accounts} ${owner}: ${balance} + ${held} held = ${entered} entered`)
  }
  for (const { rule, id, expected, found } of findings) console.log(`✗ ${rule}: ${id} has ${found}, not ${expected}`)
  console.log(findings.length === 0 ? '✓ The books balance.' : `${findings.length} found.`)
  return findings.length === 0 ? 0 : 1
})
