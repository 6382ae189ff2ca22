import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { bun } from '../bun.mjs'
import { inProject } from '../project.mjs'
import { runQuietly } from '../run.mjs'
import { temporaryFolder } from '../temporary-folder.mjs'
import { runtimeOf } from './runtime.mjs'
import { TARGETS } from './targets.mjs'

const sources = inProject('packages', 'server', 'src')
/** Separate entry points of threads and processes (`own-program.ts` has the same list). */
export const SEPARATE_ENTRIES = ['platform/storage/sqlite/thread.ts', 'relay/request/large-body/inspection-worker.ts']

/**
 * Compiles the server, the built console and Bun into one executable for a target machine.
 * @param main the entry file
 */
export async function compile(target, file, main = join(sources, 'main.ts')) {
  const { bunTarget } = TARGETS[target]
  // Assets keep their path relative to the compiler's working folder.
  const folder = temporaryFolder('release')
  const isShipped = path => !path.endsWith('.built-from')
  cpSync(inProject('packages', 'console', 'dist'), join(folder, 'console'), { recursive: true, filter: isShipped })
  const args = [
    'build',
    '--compile',
    // Parsing in advance halves the start time and adds a seventh to the size.
    '--bytecode',
    '--format=esm',
    `--target=${bunTarget}`,
    `--compile-executable-path=${await runtimeOf(target)}`,
    // Do not read settings from the folder it starts in.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    '--asset=console',
    `--root=${sources}`,
    `--outfile=${file}`,
    main,
    ...SEPARATE_ENTRIES.map(entry => join(sources, entry)),
  ]
  await runQuietly(`${file} could not be made; the reason is above.`, bun, args, { cwd: folder })
}
