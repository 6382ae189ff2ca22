/**
 * The whole program: the server, and the commands beside it. The released file is this one; from the sources `npm start`,
 * `npm run audit`, `backup` and `tollgate` run it.
 */
import packageJson from '../../../package.json' with { type: 'json' }
import { StartError } from './platform/process/environment.ts'
import { IS_RELEASED, PROCESS_MARK } from './platform/process/own-program.ts'

/** Takes the arguments after its name; resolves to the exit code, or null where it goes on. */
type Command = (given: string[]) => Promise<number | null>

const commands: Record<string, Command> = {
  start: async given => (await import('./start/serve.ts')).serve(given),
  audit: async given => (await import('./money/ledger/audit-command.ts')).auditCommand(given),
  backup: async given => (await import('./platform/storage/backup.ts')).backupCommand(given),
  apply: async given => (await import('./site/apply/apply-command.ts')).applyCommand('apply', given),
  export: async given =>
    given.length > 0
      ? (await import('./start/import-command.ts')).exportCommand(given)
      : (await import('./site/apply/apply-command.ts')).applyCommand('export', given),
  import: async given => (await import('./start/import-command.ts')).importCommand(given),
  shadow: async given => (await import('./start/import-command.ts')).shadowCommand(given),
  logs: async given => (await import('./records/archive/logs-command.ts')).logsCommand(given),
  'upgrade-plan': async given => (await import('./platform/storage/upgrade-plan-command.ts')).upgradePlanCommand(given),
  'what-if': async given => (await import('./money/what-if/what-if-command.ts')).whatIfCommand(given),
  '--version': async () => say(`tollgate ${packageJson.version}`),
  '--help': async () => say(USAGE),
}

const USAGE = `Usage: ${IS_RELEASED ? 'tollgate' : 'npm run tollgate --'} [command]

  start [--take-over]     serves console and API on PORT (3000), keeps its data in DATA_DIR (./data); so without a command;
                          --take-over: in place of the server that runs there, which finishes its calls
  audit [--strict]        proves the books of the configured database
  backup FOLDER           copies the SQLite database and its secret key into a new folder
  upgrade-plan [--json]   prints what the start of this version would change in the configured database, the tables it
                          touches, and whether the older version can go on running beside it; changes nothing
  apply FILE [--yes]      prints what a site's file would change at a running server; with --yes, applies it
  import SOURCE [--yes]   moves another gateway's database into the configured one, or prints what would come; import alone lists
                          its options
  shadow SOURCE [--since T] [--follow SECONDS] [--json]
                          charges the calls in the log of a gateway that goes on running by the configured site's prices,
                          and says whether each costs the same
  logs [--from T] [--to T] [--user U] [--model M] [--request ID]
                          prints the rows of the log and its archives, oldest first, as JSON lines
  what-if FILE --since T [--until T] [--csv]
                          prints what the calls since then would have cost under the prices of a JSON file,
                          such as {"ModelRatio": {"gpt-5": 0.7}, "GroupRatio": {"vip": 0.9}}
  export                  prints a running server's site as such a file
  export --as new-api [--database sqlite|postgres|mysql]
                          prints the configured database's users, keys, channels and balances as SQL for new-api
  export --as new-api|one-api --spent-since T [--database sqlite|postgres|mysql]
                          prints what has moved here since then as SQL for the database that was imported
  --version, --help

The environment says where everything is: PORT, HOST, DATA_DIR, DATABASE_URL, REDIS_URL, WORKERS and others; see the README.`

async function say(text: string): Promise<number> {
  console.log(text)
  return 0
}

async function run(given: string[]): Promise<number | null> {
  const [name = 'start', ...rest] = given
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return rest.includes('--help') ? say(USAGE) : command(rest)
  throw new StartError(`There is no command ${name}.\n\n${USAGE}`)
}

/** Processes of the released executable, by their programs. */
const separate: Record<string, () => Promise<unknown>> = {
  'platform/storage/sqlite/report-process.ts': () => import('./platform/storage/sqlite/report-process.ts'),
  'money/what-if/replay-process.ts': () => import('./money/what-if/replay-process.ts'),
}

try {
  const [, , first = ''] = process.argv
  if (first.startsWith(PROCESS_MARK)) await separate[first.slice(PROCESS_MARK.length)]?.()
  else {
    const exitCode = await run(process.argv.slice(2))
    if (exitCode !== null) process.exit(exitCode)
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
