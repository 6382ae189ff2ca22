import { openExisting } from '../../platform/storage/open-existing.ts'
import { runCommand } from '../../platform/storage/run-command.ts'
import { checkArchives } from '../../records/archive/check-archives.ts'
import { storedPlaces } from '../../records/archive/stored-places.ts'
import { auditLedger } from './audit.ts'
import { printUncharged } from './print-uncharged.ts'
import { findUncharged } from './uncharged.ts'

/**
 * `tollgate audit`: checks that the books of the configured database balance; exits with 1 and lists any differences.
 * Then prints calls that may never have been charged, which make it exit with 1 only with `--strict`. Read-only.
 */
export const auditCommand = (given: string[]): Promise<number> =>
  runCommand(async environment => {
    const storage = await openExisting(environment)
    const { findings, figures } = await auditLedger(storage.slow, Math.floor(Date.now() / 1000))
    const uncharged = await findUncharged({ db: storage.slow })
    const archived = await checkArchives(storage.slow, await storedPlaces(storage.slow, environment))
    await storage.close()
    for (const owner of ['users', 'tokens'] as const) {
      const { accounts, free, leased, entered, owed } = figures[owner]
      console.log(
        `  ${accounts} ${owner}: ${free} + ${leased} leased = ${entered} entered${owed > 0 ? `; ${owed} owed` : ''}`,
      )
    }
    for (const { rule, id, expected, found, what } of findings)
      console.log(what ? `✗ ${rule}: ${what}` : `✗ ${rule}: ${id} has ${found}, not ${expected}`)
    if (archived.archives > 0) console.log(`  ${archived.archives} archives of the log: ${archived.rows} rows`)
    for (const finding of archived.findings) console.log(`✗ ${finding}`)
    const found = findings.length + archived.findings.length
    console.log(found === 0 ? '✓ The books balance.' : `${found} found.`)
    for (const line of printUncharged(uncharged)) console.log(line)
    const isStrict = given.includes('--strict')
    return found > 0 || (isStrict && uncharged.length > 0) ? 1 : 0
  })
