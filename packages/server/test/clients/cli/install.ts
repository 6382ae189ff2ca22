import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from './run-program.ts'

const LIMIT_MS = 600_000

/** Packages with exact versions, such as `openai@7.57.0` from npm and `openai==3.57.0` from PyPI. */
export interface Wanted {
  id: string
  from: 'npm' | 'pip'
  packages: readonly string[]
}

/**
 * Installs packages in their own subfolder of a kept folder, unless they are there. Returns the folder of their
 * programs.
 */
export async function install({ id, from, packages }: Wanted, kept: string): Promise<string> {
  const folder = join(kept, `${from}-${id}`)
  const list = join(folder, 'installed.txt')
  const wanted = packages.join('\n')
  const bin = join(folder, from === 'npm' ? 'node_modules/.bin' : 'bin')
  if (existsSync(list) && readFileSync(list, 'utf8') === wanted) return bin
  mkdirSync(folder, { recursive: true })
  await (from === 'npm' ? byNpm(folder, packages) : byPip(folder, packages))
  mkdirSync(bin, { recursive: true }) // libraries bring no programs
  writeFileSync(list, wanted)
  return bin
}

async function byNpm(folder: string, packages: readonly string[]): Promise<void> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], folder)
}

async function byPip(folder: string, packages: readonly string[]): Promise<void> {
  await run('python3', ['-m', 'venv', '.'], folder)
  await run(join(folder, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], folder)
}

async function run(program: string, args: string[], cwd: string): Promise<void> {
  const env = { ...(process.env as Record<string, string>), npm_config_update_notifier: 'false' } // process.env has no undefined values
  const { exitCode, errors } = await runProgram(program, args, { cwd, env, limitMs: LIMIT_MS }).ended
  if (exitCode !== 0) throw new Error(`${args.at(-1)} could not be installed: ${errors.trim().slice(-300)}`)
}
