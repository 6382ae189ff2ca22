import { existsSync, mkdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { capture, runQuietly } from '../../scripts/lib/run.mjs'
import { Failure, say } from '../../scripts/lib/script.mjs'
import type { Stage } from './stage.ts'

/** Another version of the project. Its gateway takes turns with this one's. */
export interface Earlier {
  name: string
  /** Its folder, with installed packages. */
  root: string
}

/** Returns the version named by `against`: a folder, or a commit, which is checked out and installed. */
export async function earlierVersion(stage: Stage, against: string): Promise<Earlier> {
  if (existsSync(join(against, 'packages', 'server'))) return { name: basename(against), root: resolve(against) }
  const { exitCode, output } = await capture('git', ['rev-parse', '--verify', '--short=8', `${against}^{commit}`])
  if (exitCode !== 0) throw new Failure(`--against ${against} is neither a commit nor a folder of the project.`)
  const name = output.trim()
  const root = join(stage.folder, name)
  mkdirSync(root)
  say(`${name}: installing its packages …`)
  const archive = `${root}.tar`
  await runQuietly(`${name} could not be copied out.`, 'git', ['archive', `--output=${archive}`, name])
  await runQuietly(`${name} could not be unpacked.`, 'tar', ['-xf', archive, '-C', root])
  await runQuietly(`The packages of ${name} could not be installed.`, 'npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
  })
  return { name, root }
}
