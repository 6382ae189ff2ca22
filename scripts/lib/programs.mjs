import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './run.mjs'
import { Failure, say } from './script.mjs'

/** The programs that tests and benchmarks call: their possible names, and the Debian packages that contain them. */
const programs = {
  chromium: { names: ['chromium', 'chromium-browser', 'google-chrome', 'Google Chrome'], debian: ['chromium'] },
  headlessChromium: {
    names: ['chromium-headless-shell', 'chrome-headless-shell'],
    debian: ['chromium-headless-shell'],
  },
  redis: { names: ['redis-server', 'valkey-server'], debian: ['redis-server'] },
  pgCtl: { names: ['pg_ctl'], debian: ['postgresql'] },
  mariadb: { names: ['mariadbd', 'mysqld'], debian: ['mariadb-server-core'] },
  mariadbInstall: { names: ['mariadb-install-db'], debian: ['mariadb-server-core', 'mariadb-client-core'] },
  nginx: { names: ['nginx'], debian: ['nginx-light'] },
  gcc: { names: ['gcc', 'cc'], debian: ['gcc', 'libc6-dev'] },
}

/**
 * Finds programs by their keys in the table above; on Debian as root, installs missing ones. Returns their paths under
 * the same keys.
 */
export async function findPrograms(...wanted) {
  const missing = wanted.filter(key => !find(key))
  if (missing.length > 0) await installFromDebian(missing)
  return Object.fromEntries(wanted.map(key => [key, find(key)]))
}

/**
 * Finds the headless Chromium, which takes half the processor time of the full one. If it is missing, returns the full
 * one.
 */
export async function findHeadlessBrowser() {
  try {
    return (await findPrograms('headlessChromium')).headlessChromium
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return (await findPrograms('chromium')).chromium
  }
}

/** Finds what a MariaDB needs; null where it is missing and cannot be installed, and then its tests are left out. */
export async function findMariadb() {
  try {
    return await findPrograms('mariadb', 'mariadbInstall')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return null
  }
}

function find(key) {
  const places = programs[key].names.flatMap(name => folders().map(folder => join(folder, name)))
  return places.find(isProgram)
}

function folders() {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  return [...onPath, '/usr/sbin', ...postgresFolders(), '/Applications/Google Chrome.app/Contents/MacOS']
}

/** Debian keeps PostgreSQL's programs outside the PATH, in one folder per version; newest first. */
function postgresFolders() {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return []
  const newestFirst = readdirSync(versions).sort((one, other) => Number(other) - Number(one))
  return newestFirst.map(version => join(versions, version, 'bin'))
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function installFromDebian(missing) {
  const names = [...new Set(missing.flatMap(key => programs[key].debian))]
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Failure(
      `Missing here: ${missing.join(', ')}. Install them (on Debian: apt-get install ${names.join(' ')}).`,
    )
  }
  say(`Installing ${names.join(', ')} …`)
  const failure = `apt-get could not install ${names.join(', ')}; the reason is above.`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runQuietly(failure, 'apt-get', ['update'], { env })
  await runQuietly(failure, 'apt-get', ['install', '--yes', '--no-install-recommends', ...names], { env })
}
