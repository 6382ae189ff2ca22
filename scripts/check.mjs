/**
 * `npm run check`: format, lint, types, import directions and their picture, slow patterns, unused code. Prints only
 * failures.
 */
import { installNpmPackages } from './lib/npm-packages.mjs'
import { inProject } from './lib/project.mjs'
import { capture } from './lib/run.mjs'
import { script } from './lib/script.mjs'

const bin = program => inProject('node_modules', '.bin', program)

const tools = [
  { name: 'Biome', program: bin('biome'), args: ['check', '.'] },
  // The package `typescript` is an older version that dependency-cruiser parses with; the fast one checks the types.
  {
    name: 'TypeScript',
    program: inProject('node_modules', 'typescript-native', 'bin', 'tsc'),
    args: ['--noEmit', '-p', '.'],
  },
  // Without a parser it would find no modules and report success.
  { name: 'dependency-cruiser', program: bin('depcruise'), args: ['packages'], failsOn: '(0 modules' },
  {
    name: 'picture of the rooms',
    program: process.execPath,
    args: [inProject('scripts', 'lib', 'rooms-are-drawn.mjs')],
  },
  // searches for a slow text for every pattern
  { name: 'patterns', program: 'node', args: [inProject('scripts', 'check-patterns.mjs')] },
  { name: 'knip', program: bin('knip'), args: ['--no-progress'] },
]

await script(async () => {
  await installNpmPackages()
  const passed = await Promise.all(tools.map(check))
  return passed.every(Boolean) ? 0 : 1
})

async function check({ name, program, args, failsOn }) {
  const startedAt = performance.now()
  const { exitCode, output } = await capture(program, args)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const hasPassed = exitCode === 0 && !(failsOn && output.includes(failsOn))
  console.log(`${hasPassed ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (!hasPassed) console.log(output)
  return hasPassed
}
