/**
 * `npm run release`: makes the released files in `release/`: one executable for each kind of machine, their bill of
 * materials (CycloneDX), and their SHA-256 sums. `-- linux-x64` makes only that one, `-- --into FOLDER` writes
 * elsewhere.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildConsoleWhenStale } from './lib/console-build.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { inProject } from './lib/project.mjs'
import { checksums } from './lib/release/checksums.mjs'
import { compile } from './lib/release/compile.mjs'
import { billOfMaterials } from './lib/release/sbom.mjs'
import { TARGETS } from './lib/release/targets.mjs'
import { Failure, say, script } from './lib/script.mjs'

await script(async () => {
  const { folder, targets } = readArguments(process.argv.slice(2))
  await installNpmPackages()
  await buildConsoleWhenStale()
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })

  const files = []
  for (const target of targets) {
    const file = `tollgate-${version}-${target}`
    say(`Making ${file} …`)
    await compile(target, join(folder, file))
    files.push(file)
  }
  const starter = 'tollgate'
  copyFileSync(inProject('scripts', 'lib', 'release', 'tollgate.sh'), join(folder, starter))
  chmodSync(join(folder, starter), 0o755)
  const bill = `tollgate-${version}.cdx.json`
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'))
  writeFileSync(join(folder, bill), `${JSON.stringify(billOfMaterials(lock, targets), null, 2)}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), await checksums(folder, [...files, starter, bill]))
  say(`${folder} holds ${[...files, starter, bill].join(', ')} and SHA256SUMS.`)
})

function readArguments(args) {
  const usage = new Failure(`Usage: npm run release -- [${Object.keys(TARGETS).join('] [')}] [--into FOLDER]`)
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { into: { type: 'string' } } })
    if (positionals.some(name => !Object.hasOwn(TARGETS, name))) throw usage
    return {
      folder: values.into === undefined ? inProject('release') : resolve(values.into),
      targets: positionals.length > 0 ? positionals : Object.keys(TARGETS),
    }
  } catch {
    throw usage
  }
}
