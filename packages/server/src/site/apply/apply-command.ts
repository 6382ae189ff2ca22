import { readFileSync } from 'node:fs'
import { applySite } from './apply-site.ts'
import { exportText } from './export.ts'
import { escaped } from './printable.ts'
import { Problem } from './problem.ts'
import { serverOf } from './server.ts'
import { readStanding } from './standing.ts'

const USAGE = `Usage:
  tollgate apply FILE          prints what the file would change
  tollgate apply FILE --yes    applies it
  tollgate export              prints the site as a file, without secrets

TOLLGATE_URL is the server (http://localhost:3000), TOLLGATE_TOKEN a system access token of an administrator,
TOLLGATE_USER the id of that user.`

/** `tollgate apply FILE [--yes]` and `tollgate export`: a running server as a file. */
export async function applyCommand(command: 'apply' | 'export', rest: string[]): Promise<number> {
  const [file, ...more] = rest.filter(word => word !== '--yes')
  try {
    if (command === 'export' && rest.length === 0) {
      console.log(exportText(await readStanding(serverOf(process.env))))
      return 0
    }
    if (command === 'export' || file === undefined || more.length > 0) throw new Problem(USAGE)
    const isAgreed = rest.includes('--yes')
    return await applySite(read(file), { isAgreed, environment: process.env, say: line => console.log(line) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    console.error(escaped(error.message))
    return 1
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Problem(`${file} cannot be read (${(error as Error).message}).`)
  }
}
