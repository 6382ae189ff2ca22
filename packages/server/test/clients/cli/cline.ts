import type { Cli } from './cli.ts'

export const cline: Cli = {
  id: 'cline',
  name: 'Cline',
  package: 'cline',
  version: '3.0.65',
  program: 'cline',
  forgetsReasoning: 'always',
  ask: prompt => [prompt],
  read: path => ({ name: 'read_files', args: { files: [{ path }] } }),
  list: path => ({ name: 'run_commands', args: { commands: [`ls ${path}`] } }),
}
