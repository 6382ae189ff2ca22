import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ArchivePlace } from './place.ts'

/** A folder of this machine, closed to its other users. */
export function folderPlace(folder: string): ArchivePlace {
  return {
    address: folder,
    async put(name, path) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const target = join(folder, name)
      // It may be another disk, which nothing can be renamed to.
      const part = `${target}.part`
      if (dirname(path) === folder) renameSync(path, part)
      else copyFileSync(path, part)
      synchronize(part)
      renameSync(part, target)
      synchronize(folder)
      rmSync(path, { force: true })
    },
    async obtain(name) {
      const path = join(folder, name)
      if (!existsSync(path)) throw new Error(`there is no file ${path}`)
      return { path, giveBack: () => undefined }
    },
    async remove(name) {
      for (const path of [name, `${name}.part`]) rmSync(join(folder, path), { force: true })
    },
  }
}

/** Rows are deleted for this file: it must be on the disk, with its name. */
function synchronize(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
