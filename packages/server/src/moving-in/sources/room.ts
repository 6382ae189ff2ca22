import { statfsSync } from 'node:fs'
import { SourceProblem } from './problem.ts'

/** A compressed dump grows by about this factor. */
const GROWTH_OF_PACKED = 8
const MEBIBYTE = 2 ** 20

interface Taken {
  name: string
  bytes: number
  isPacked?: boolean
  folder: string
}

/** @throws SourceProblem when a copy of a source would fill the disk */
export function refuseWithoutRoom({ isPacked = false, ...taken }: Taken, freeBytes = freeIn(taken.folder)): void {
  const { name, folder } = taken
  const needed = isPacked ? taken.bytes * GROWTH_OF_PACKED : taken.bytes
  if (needed <= freeBytes) return
  throw new SourceProblem(
    `Reading ${name} takes about ${inMebibytes(needed)} MiB in ${folder}, which has ${inMebibytes(freeBytes)} MiB left: name another folder with TMPDIR, or leave the log out with --logs none.`,
  )
}

/** @throws SourceProblem when the rows of a source would fill the disk of a site on SQLite */
export function refuseWithoutRoomHere({ name, bytes, folder }: Taken, freeBytes = freeIn(folder)): void {
  if (bytes <= freeBytes) return
  throw new SourceProblem(
    `Importing ${name} takes about ${inMebibytes(bytes)} MiB in ${folder}, which has ${inMebibytes(freeBytes)} MiB left: make room there, or bring a part of the log with --logs SINCE.`,
  )
}

const inMebibytes = (bytes: number): number => Math.ceil(bytes / MEBIBYTE)

function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
