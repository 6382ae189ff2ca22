import { statfsSync } from 'node:fs'
import { SourceProblem } from './problem.ts'

/** A compressed dump grows by about this factor. */
const GROWTH_OF_PACKED = 8
const MEBIBYTE = 2 ** 20

/** @throws SourceProblem if a copy of a source would fill the disk */
export function refuseWithoutRoom(
  { name, bytes, isPacked, folder }: { name: string; bytes: number; isPacked: boolean; folder: string },
  freeBytes = freeIn(folder),
): void {
  const needed = isPacked ? bytes * GROWTH_OF_PACKED : bytes
  if (needed <= freeBytes) return
  throw new SourceProblem(
    `Reading ${name} takes about ${Math.ceil(needed / MEBIBYTE)} MiB in ${folder}, which has ${Math.floor(freeBytes / MEBIBYTE)} MiB left: name another folder with TMPDIR, or leave the log out with --logs none.`,
  )
}

function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
