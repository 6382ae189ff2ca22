import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { capture } from '../../scripts/lib/run.mjs'
import type { Results } from './scenario.ts'

export function thisMachine(): Results['machine'] {
  const [load = 0] = loadavg()
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    bun: Bun.version,
    load: Number(load.toFixed(2)),
  }
}

/** The commit's short hash, and whether files differ from it; `unknown` without git. */
export async function thisCommit(): Promise<string> {
  const git = (...args: string[]) =>
    capture('git', args).then(
      ({ exitCode, output }) => (exitCode === 0 ? output.trim() : undefined),
      () => undefined,
    )
  const hash = await git('rev-parse', '--short=12', 'HEAD')
  if (!hash) return 'unknown'
  return (await git('status', '--porcelain', '--untracked-files=no')) ? `${hash} with changes` : hash
}
