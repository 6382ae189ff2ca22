import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { bun } from './bun.mjs'
import { inProject } from './project.mjs'
import { capture, runQuietly } from './run.mjs'
import { say } from './script.mjs'

const stamp = inProject('node_modules', '.installed-from')

/** Installs the packages of package-lock.json unless exactly those are installed. */
export async function installNpmPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(inProject('package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return

  say('Installing npm packages …')
  const verb = existsSync(inProject('node_modules')) ? ['install', '--no-save'] : ['ci']
  const failure = 'npm could not install the packages; the reason is above.'
  await runQuietly(failure, 'npm', [...verb, '--include=dev', '--no-audit', '--no-fund'])
  await finishBun()
  writeFileSync(stamp, lock)
}

/** An install script puts Bun's program in place; if install scripts are off, we run it. */
async function finishBun() {
  const { exitCode } = await capture(bun, ['--version']).catch(() => ({ exitCode: 1 }))
  if (exitCode === 0) return
  await runQuietly('Bun could not be put in place.', process.execPath, [inProject('node_modules', 'bun', 'install.js')])
}
