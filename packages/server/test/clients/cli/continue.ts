import type { Cli } from './cli.ts'

export const continueCli: Cli = {
  id: 'continue',
  name: 'Continue',
  package: '@continuedev/cli',
  version: '1.5.47',
  program: 'cn',
  forgetsReasoning: 'always',
  ask: (prompt, _place, resumes) => ['-p', '--auto', ...(resumes ? ['--resume'] : []), prompt],
  read: filepath => ({ name: 'Read', args: { filepath } }),
  list: dirpath => ({ name: 'List', args: { dirpath } }),
}
