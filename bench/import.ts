import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProject } from '../scripts/lib/project.mjs'
import { Failure } from '../scripts/lib/script.mjs'
import { type DatabaseKind, newPlace } from './lib/database.ts'
import { makeLargeSource } from './lib/large-source.ts'
import type { Scenario } from './lib/scenario.ts'
import type { Stage } from './lib/stage.ts'
import { rounded } from './lib/table.ts'

const SIZE = { users: 20_000, logs: 1_000_000 }
const MEBIBYTE = 2 ** 20
const MOST_MINUTES = 10
const MOST_MEBIBYTES = 1_024

const TASKS = [
  { name: 'dry run', words: [] },
  { name: 'import', words: ['--yes'] },
  { name: 'once more', words: ['--yes'] },
  { name: 'verify', words: ['--verify'] },
]

export const importing = importingInto('sqlite', 'import', 'SQLite')
export const importingIntoPostgres = importingInto('postgres', 'import-postgres', 'PostgreSQL')

/** What moving in from a large gateway takes. */
function importingInto(kind: DatabaseKind, name: string, into: string): Scenario {
  return {
    name,
    title: `Moving in ${SIZE.users} users with ${SIZE.logs} rows of log, from SQLite into ${into}`,
    run: ({ stage }) => measured(kind, stage),
  }
}

async function measured(kind: DatabaseKind, stage: Stage): ReturnType<Scenario['run']> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-import-'))
  try {
    const source = join(folder, 'one-api.db')
    makeLargeSource(source, SIZE)
    const site = join(folder, 'site')
    mkdirSync(site)
    const place = { ...(await newPlace(stage, kind, site)), LOG_LEVEL: 'warn' }
    const results = []
    for (const { name, words } of TASKS) results.push({ name, ...(await timed([source, ...words], place)) })
    const imported = results.find(({ name }) => name === 'import')
    return {
      table: [
        ['', 'seconds', 'peak MiB'],
        ...results.map(({ name, seconds, mebibytes }) => [name, rounded(seconds), rounded(mebibytes)]),
        ['the source, MiB', '', rounded(statSync(source).size / MEBIBYTE)],
      ],
      findings: [
        {
          name: `an import of a million rows into ${kind}`,
          value: (imported?.seconds ?? 0) / 60,
          unit: 'min',
          aim: { atMost: MOST_MINUTES },
        },
        {
          name: `memory of an import of a million rows into ${kind}`,
          value: Math.max(...results.map(({ mebibytes }) => mebibytes)),
          unit: 'MiB',
          aim: { atMost: MOST_MEBIBYTES },
        },
      ],
      measured: results,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the command to its end and requires its proof to hold. */
async function timed(words: string[], place: Record<string, string>) {
  const startedAt = performance.now()
  const program = [process.execPath, inProject('packages', 'server', 'src', 'main.ts'), 'import', ...words]
  const child = Bun.spawn(program, { env: { ...process.env, ...place }, stdout: 'ignore', stderr: 'inherit' })
  if ((await child.exited) !== 0) throw new Failure('An import did not hold.')
  const seconds = (performance.now() - startedAt) / 1000
  return { seconds, mebibytes: (child.resourceUsage()?.maxRSS ?? 0) / MEBIBYTE }
}
