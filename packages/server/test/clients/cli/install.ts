import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cli } from './cli.ts'
import { runProgram } from './run-program.ts'

const LIMIT_MS = 300_000

/** Installs a client of an exact version below a folder, unless it is there. Returns its program. */
export async function install(cli: Cli, folder: string): Promise<string> {
  const home = join(folder, cli.id)
  const program = join(home, 'node_modules', '.bin', cli.program)
  if (existsSync(program) && installedVersion(cli, home) === cli.version) return program
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, name: `client-${cli.id}` }))
  const args = ['install', '--no-audit', '--no-fund', '--save-exact', `${cli.package}@${cli.version}`]
  const env = { ...(process.env as Record<string, string>), npm_config_update_notifier: 'false' } // it holds no undefined
  const { exitCode, errors } = await runProgram('npm', args, { cwd: home, env, limitMs: LIMIT_MS }).ended
  if (exitCode !== 0) throw new Error(`${cli.package}@${cli.version} could not be installed: ${errors.slice(-500)}`)
  return program
}

function installedVersion(cli: Cli, home: string): string | null {
  const file = join(home, 'node_modules', cli.package, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null
}
