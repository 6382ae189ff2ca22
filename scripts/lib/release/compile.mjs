import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { bun } from '../bun.mjs'
import { inProject } from '../project.mjs'
import { runQuietly } from '../run.mjs'
import { temporaryFolder } from '../temporary-folder.mjs'
import { runtimeOf } from './runtime.mjs'
import { TARGETS } from './targets.mjs'

const sources = inProject('packages', 'server', 'src')
/** Separate entry points: threads and processes begin with them (`own-program.ts` lists the same). */
export const SEPARATE_ENTRIES = ['platform/storage/sqlite/thread.ts', 'relay/request/large-body/inspection-worker.ts']

/**
 * Compiles the server, the built console and Bun into one executable for a target machine.
 *
 * @param main the file it begins with
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
    // Parsed beforehand: it starts in half the time, and is a seventh larger.
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
