import { join } from 'node:path'
import { findPrograms } from '../../scripts/lib/programs.mjs'
import { inProject } from '../../scripts/lib/project.mjs'
import { runQuietly } from '../../scripts/lib/run.mjs'
import type { Stage } from './stage.ts'

/** The path of a tool from bench/tools, compiled on its first use. */
export function tool(stage: Stage, name: 'load' | 'upstream'): Promise<string> {
  return stage.part(name, async () => {
    const { gcc } = await findPrograms('gcc')
    const program = join(stage.folder, name)
    const source = inProject('bench', 'tools', `${name}.c`)
    await runQuietly(`${name}.c could not be compiled.`, gcc, ['-O2', '-o', program, source])
    return program
  })
}
