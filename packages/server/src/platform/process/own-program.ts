import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Threads and processes start from these files, named by their path from the folder of `main.ts`. The released
 * executable has each as an entry of its own.
 */
export const SEPARATE_PROGRAMS = [
  'platform/storage/sqlite/thread.ts',
  'relay/request/large-body/inspection-worker.ts',
  'platform/storage/sqlite/report-process.ts',
  'money/what-if/replay-process.ts',
] as const
type SeparateProgram = (typeof SEPARATE_PROGRAMS)[number]

/** Whether this is the released executable, which contains everything. */
export const IS_RELEASED = Bun.isStandaloneExecutable

/** The folder of the built console. */
export const CONSOLE_FOLDER = resolve(import.meta.dir, IS_RELEASED ? 'console' : '../../../../console/dist')

/** The folder of `main.ts`. The released executable has all its code in this one place. */
const SOURCES = new URL(IS_RELEASED ? './' : '../../', import.meta.url)

/** The address a thread is started from. */
export const threadProgram = (path: SeparateProgram): URL => new URL(path, SOURCES)

/** The first argument that makes the released executable a separate process; not for operators. */
export const PROCESS_MARK = '--separate-process='

/** The command line that starts a separate process. */
export const processCommand = (path: SeparateProgram): string[] =>
  IS_RELEASED ? [process.execPath, PROCESS_MARK + path] : [process.execPath, fileURLToPath(new URL(path, SOURCES))]

/** The command line of this process: only the program and its arguments. */
export function sameCommand(): string[] {
  const [, program = '', ...given] = process.argv
  return IS_RELEASED ? [process.execPath, ...given] : [process.execPath, program, ...given]
}

/** How operators type a command here, such as `backup FOLDER`. */
export function spokenCommand(command: string): string {
  if (IS_RELEASED) return `tollgate ${command}`
  const [name = '', ...given] = command.split(' ')
  if (name === 'start') return 'npm start'
  return NPM_SCRIPTS.has(name)
    ? ['npm run', name, ...(given.length > 0 ? ['--', ...given] : [])].join(' ')
    : `npm run tollgate -- ${command}`
}

const NPM_SCRIPTS = new Set(['audit', 'backup'])
