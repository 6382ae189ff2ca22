import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '../project.mjs'

const COPIED = ['docs', 'packages', 'recordings', 'scripts', 'package.json', 'tsconfig.json']
const NOT_COPIED = /[/\\](node_modules|dist|test-results)$/

/** Copies the sources into a folder where they can be changed. Installed packages are linked, our own to the copies. */
export function copyTree(folder) {
  for (const name of COPIED) {
    cpSync(inProject(name), join(folder, name), { recursive: true, filter: path => !NOT_COPIED.test(path) })
  }
  linkPackages(inProject('node_modules'), join(folder, 'node_modules'))
  for (const workspace of readdirSync(inProject('packages'))) {
    const ours = join('packages', workspace, 'node_modules')
    linkPackages(inProject(ours), join(folder, ours))
    symlinkSync(join(folder, 'packages', workspace), join(folder, 'node_modules', '@tollgate', workspace))
  }
}

function linkPackages(from, to) {
  mkdirSync(join(to, '@tollgate'), { recursive: true })
  for (const name of namesIn(from)) if (name !== '@tollgate') symlinkSync(join(from, name), join(to, name))
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
