import { existsSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../../../package.json' with { type: 'json' }
import { type Environment, StartError } from '../process/environment.ts'
import { DATABASE_FILE, type DatabaseKind } from './db.ts'
import { openForReading } from './open-for-reading.ts'
import { runCommand } from './run-command.ts'
import { type UpgradePlan, upgradePlan } from './upgrade-plan.ts'

/** The exit code if the running version must be stopped first, or this one would not start at all. */
const NOT_BESIDE = 2

/**
 * `tollgate upgrade-plan`: prints what the start of this version would do to the configured database, and whether the
 * version that uses it now can go on running. Changes nothing.
 */
export const upgradePlanCommand = (given: string[]): Promise<number> =>
  runCommand(async environment => {
    const kind = environment.DATABASE_URL ? 'postgres' : 'sqlite'
    const plan = await readPlan(environment, kind)
    if (given.includes('--json')) console.log(JSON.stringify(plan, null, 2))
    else for (const line of linesOf(plan)) console.log(line)
    return plan.later.length > 0 || plan.notBesideOlder.length > 0 ? NOT_BESIDE : 0
  })

async function readPlan({ DATABASE_URL, DATA_DIR }: Environment, kind: DatabaseKind): Promise<UpgradePlan> {
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, DATABASE_FILE)))
    throw new StartError(`There is no ${DATABASE_FILE} in ${DATA_DIR}.`)
  const db = openForReading({ folder: DATA_DIR, url: DATABASE_URL })
  try {
    return await upgradePlan(db, kind)
  } finally {
    await db.destroy()
  }
}

function linesOf({ applied, pending, notBesideOlder, later }: UpgradePlan): string[] {
  const version = `version ${packageJson.version}`
  if (later.length > 0)
    return [`✗ A later version has used the database (${later.join(', ')}): ${version} does not start on it.`]
  if (pending.length === 0) return [`✓ The database has all ${applied} steps of ${version}: its start changes nothing.`]
  if (applied === 0) return [`✓ The database is empty: the start of ${version} makes all tables.`]
  const width = Math.max(...pending.map(({ name }) => name.length))
  return [
    `The database has ${applied} steps. The start of ${version} adds ${pending.length}, all or none:`,
    ...pending.map(
      ({ name, tables }) => `  ${name.padEnd(width)}  ${tables.map(inWords).join(', ') || 'only new tables'}`,
    ),
    notBesideOlder.length > 0
      ? `✗ The version that uses it now cannot go on beside this one (${notBesideOlder.join(', ')}): stop all its nodes first.`
      : '✓ The version that uses it now can go on beside this one: upgrade node by node, or with --take-over.',
  ]
}

const inWords = ({ name, bytes, rows }: UpgradePlan['pending'][number]['tables'][number]): string =>
  `${name} (${rows.toLocaleString('en')} rows, ${(bytes / 1e6).toFixed(1)} MB)`
