/** `npm run check`: format, lint, types, import directions and unused things; shows only what fails. */
import { installNpmPackages } from './lib/npm-packages.mjs'
import { inProject } from './lib/project.mjs'
import { capture } from './lib/run.mjs'
import { script } from './lib/script.mjs'

const tools = [
  { name: 'Biome', program: 'biome', args: ['check', '.'] },
  { name: 'TypeScript', program: 'tsc', args: ['--noEmit', '-p', '.'] },
  { name: 'dependency-cruiser', program: 'depcruise', args: ['packages'] },
  { name: 'knip', program: 'knip', args: ['--no-progress'] },
]

await script(async () => {
  await installNpmPackages()
  const passed = await Promise.all(tools.map(check))
  return passed.every(Boolean) ? 0 : 1
})

async function check({ name, program, args }) {
  const startedAt = performance.now()
  const { exitCode, output } = await capture(inProject('node_modules', '.bin', program), args)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${exitCode === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (exitCode !== 0) console.log(output)
  return exitCode === 0
}
