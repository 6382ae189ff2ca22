import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenEnding } from './endings.mjs'

/** Makes a folder that is removed when the script ends. */
export function temporaryFolder(purpose) {
  const folder = mkdtempSync(join(tmpdir(), `tollgate-${purpose}-`))
  whenEnding(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
