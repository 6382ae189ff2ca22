import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenEnding } from './endings.mjs'

/** Linux: a file system in memory. */
const IN_MEMORY = '/dev/shm'

/** Makes a folder that is removed when the script ends. */
export function temporaryFolder(purpose) {
  const folder = mkdtempSync(join(tmpdir(), `tollgate-${purpose}-`))
  whenEnding(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Keeps all later temporary files of this process and its children in memory, if there is that much room. A new database
 * is hundreds of files, which a disk makes and removes at fifteen times the processor time.
 */
export function keepTemporaryFilesInMemory(neededBytes) {
  if (process.env.TMPDIR || !hasRoomInMemory(neededBytes)) return
  process.env.TMPDIR = IN_MEMORY
  process.env.TMPDIR = temporaryFolder('files')
  // The user of the databases makes files there too.
  chmodSync(process.env.TMPDIR, 0o1777)
}

/** Whether that many bytes are free there, and programs may start from it. */
export function hasRoomInMemory(neededBytes) {
  if (!existsSync('/proc/mounts')) return false
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , type, options = ''] = mounts.map(line => line.split(' ')).find(([, place]) => place === IN_MEMORY) ?? []
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= neededBytes
}
