import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file system in memory. */
export interface SmallDisk {
  folder: string
  /** Leaves no byte free. */
  fill(): void
  /** Frees the space again. */
  empty(): void
  /** Requires that no file is open for writing. */
  makeReadOnly(): void
  remove(): void
}

const PIECE = Buffer.alloc(64 * 1024)

/** Mounts one; null if that is not allowed. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-disk-'))
  const mounted = () => Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).success
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !mounted()) {
    rmSync(folder, { recursive: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      try {
        for (;;) appendFileSync(ballast, PIECE)
      } catch {
        // The disk is full, as intended.
      }
    },
    empty: () => rmSync(ballast),
    makeReadOnly() {
      const { success, stderr } = Bun.spawnSync(['mount', '-o', 'remount,ro', folder])
      if (!success) throw new Error(stderr.toString())
    },
    remove() {
      Bun.spawnSync(['umount', '--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
