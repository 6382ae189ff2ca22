import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bun } from '../bun.mjs'
import { inProject } from '../project.mjs'
import { capture, runQuietly } from '../run.mjs'
import { Failure, say } from '../script.mjs'
import { temporaryFolder } from '../temporary-folder.mjs'
import { TARGETS } from './targets.mjs'

/**
 * Returns the path of a target's runtime: the running one for this machine; otherwise npm fetches it, with the version
 * and digest from package-lock.json.
 */
export async function runtimeOf(target) {
  const packageName = TARGETS[target].runtime
  if (target === hostTarget()) return bun
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'))
  const { version, integrity } = lock.packages[`node_modules/${packageName}`]
  const folder = temporaryFolder('runtime')
  say(`Fetching ${packageName} ${version} …`)
  const packed = await capture('npm', ['pack', `${packageName}@${version}`, '--json', '--pack-destination', folder])
  if (packed.exitCode !== 0) {
    process.stderr.write(packed.output)
    throw new Failure(
      `The runtime ${packageName} ${version} could not be fetched from the npm registry, so there is no file for that machine; the reason is above.`,
    )
  }
  const archive = join(folder, `${packageName.slice(1).replace('/', '-')}-${version}.tgz`)
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (integrity !== `sha512-${digest}`)
    throw new Failure(`The runtime ${packageName} ${version} is not the one that package-lock.json names.`)
  await runQuietly('The runtime could not be unpacked; the reason is above.', 'tar', ['-xzf', archive, '-C', folder])
  return join(folder, 'package', 'bin', 'bun')
}

/** This machine's target; undefined if no file is released for it, for example without the GNU C library. */
export function hostTarget() {
  const target = `${process.platform}-${process.arch}`
  return process.report.getReport().header.glibcVersionRuntime && target in TARGETS ? target : undefined
}
