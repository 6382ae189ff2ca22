import type { Cli } from './cli.ts'

export const aider: Cli = {
  id: 'aider',
  name: 'aider',
  package: 'aider-chat',
  version: '0.86.2',
  from: 'pip',
  program: 'aider',
  isToolless: true,
  forgetsReasoning: 'always',
  ask: prompt => ['--no-git', '--yes-always', '--message', prompt],
}
