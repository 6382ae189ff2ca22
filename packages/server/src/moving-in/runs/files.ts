import { type FileHandle, lstat, open, readdir, rename, rm, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportFile } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { SteadyReader } from '../../platform/http/steady-body.ts'
import { makeFolder } from '../../platform/storage/private-folder.ts'

/** The suffix of unfinished uploads. */
const PART = '.part'
const FILE_MODE = 0o600
/** The space that must stay free on the disk for everything else. */
const KEPT_FREE_BYTES = 256 * 2 ** 20

/** The only folder whose files can be imported from the console. */
export const importFolder = (dataFolder: string): string => join(dataFolder, 'imports')

export async function listFiles(dataFolder: string): Promise<ImportFile[]> {
  const folder = importFolder(dataFolder)
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(names.filter(name => !name.endsWith(PART)).map(name => fileOf(folder, name)))
  return files.filter(file => file !== null).sort((one, other) => other.changed_at - one.changed_at)
}

/** Returns a file; null: it does not exist or is a link, which may lead anywhere. */
async function fileOf(folder: string, name: string): Promise<ImportFile | null> {
  const found = await lstat(join(folder, name)).catch(() => null)
  return found?.isFile() ? { name, bytes: found.size, changed_at: Math.floor(found.mtimeMs / 1000) } : null
}

/** Returns the path of a file in the import folder; null: there is none. The name is already checked. */
export async function pathOfFile(dataFolder: string, name: string): Promise<string | null> {
  const folder = importFolder(dataFolder)
  return (await fileOf(folder, name)) && join(folder, name)
}

export const removeFile = (dataFolder: string, name: string): Promise<void> =>
  rm(join(importFolder(dataFolder), name), { force: true })

interface Part {
  name: string
  /** The number of bytes before it. */
  at: number
  isLast: boolean
  /** The announced length. */
  bytes: number
}

/** Appends a part of an upload and returns the bytes so far. A part that breaks off leaves nothing. */
export async function writePart(
  dataFolder: string,
  { name, at, isLast, bytes }: Part,
  reader: SteadyReader,
): Promise<number> {
  const folder = importFolder(dataFolder)
  makeFolder(folder)
  const { bavail, bsize } = await statfs(folder)
  if (bytes + KEPT_FREE_BYTES > bavail * bsize) throw consoleError('import_no_room')
  const path = join(folder, name + PART)
  const file = await open(path, at === 0 ? 'w' : 'a', FILE_MODE)
  try {
    const { size } = await file.stat()
    if (size !== at) throw consoleError('import_part_out_of_place', { bytes: size })
    await copy(reader, file).catch(async error => {
      await truncate(path, at)
      throw error
    })
    await file.sync()
    const written = (await file.stat()).size
    if (isLast) await rename(path, join(folder, name))
    return written
  } finally {
    await reader.cancel()
    await file.close()
  }
}

async function copy(reader: SteadyReader, file: FileHandle): Promise<void> {
  for (let chunk = await reader.read(); chunk; chunk = await reader.read()) await file.write(chunk)
}
