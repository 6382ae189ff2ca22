import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { bun } from './bun.mjs'
import { inProject } from './project.mjs'
import { hasRoomInMemory } from './temporary-folder.mjs'

/** Runs a script that keeps its files in memory if that many bytes are free; returns its folder for temporary files. */
function folderOf(neededBytes: number, TMPDIR = ''): string {
  const script = `
    import { tmpdir } from 'node:os'
    import { script } from ${JSON.stringify(inProject('scripts', 'lib', 'script.mjs'))}
    import { keepTemporaryFilesInMemory } from ${JSON.stringify(inProject('scripts', 'lib', 'temporary-folder.mjs'))}
    await script(async () => {
      keepTemporaryFilesInMemory(${neededBytes})
      console.log(tmpdir())
    })`
  const { stdout } = Bun.spawnSync([bun, '-e', script], { env: { ...process.env, TMPDIR } })
  return stdout.toString().trim()
}

const ONE_BYTE = 1
/** More than any machine has. */
const TOO_MUCH = 2 ** 60

test.skipIf(!hasRoomInMemory(ONE_BYTE))('temporary files are in memory, and gone when the script ends', () => {
  const folder = folderOf(ONE_BYTE)
  expect(folder).toStartWith('/dev/shm/tollgate-files-')
  expect(existsSync(folder)).toBe(false)
})

test('temporary files stay where they were if memory is short, and where TMPDIR says', () => {
  expect(folderOf(TOO_MUCH)).not.toStartWith('/dev/shm')
  expect(folderOf(ONE_BYTE, '/tmp/elsewhere')).toBe('/tmp/elsewhere')
})
