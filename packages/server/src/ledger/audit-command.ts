/** Proves the books of the database the environment names; ends with 1 and a list when something is wrong. */
import { readEnvironment } from '../environment.ts'
import { openStorage } from '../storage/db.ts'
import { migrate } from '../storage/migrate.ts'
import { audit } from './audit.ts'

const storage = openStorage(readEnvironment(process.env))
try {
  await migrate(storage)
  const findings = await audit(storage, Math.floor(Date.now() / 1000))
  for (const { rule, id, expected, found } of findings) console.log(`✗ ${rule}: ${id} has ${found}, not ${expected}`)
  console.log(findings.length === 0 ? '✓ The books balance.' : `${findings.length} found.`)
  process.exitCode = findings.length === 0 ? 0 : 1
} finally {
  await storage.db.destroy()
}
