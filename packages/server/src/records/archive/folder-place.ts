import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ArchivePlace } from './archive-place.ts'

/** A folder of this machine that other users cannot read. */
export function folderPlace(folder: string): ArchivePlace {
  return {
    address: folder,
    async put(name, path) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const target = join(folder, name)
      // It may be on another disk, where renaming does not work.
      const part = `${target}.part`
      await (dirname(path) === folder ? rename(path, part) : copyFile(path, part))
      await synchronize(part)
      await rename(part, target)
      await synchronize(folder)
      await rm(path, { force: true })
    },
    async obtain(name) {
      const path = join(folder, name)
      if (!existsSync(path)) throw new Error(`there is no file ${path}`)
      return { path, giveBack: () => undefined }
    },
    async remove(name) {
      for (const path of [name, `${name}.part`]) await rm(join(folder, path), { force: true })
    },
  }
}

/** Flushes the file to disk, since its rows are deleted afterwards. Calls continue while the disk writes. */
async function synchronize(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
