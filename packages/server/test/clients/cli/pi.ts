import type { Cli } from './cli.ts'

export const pi: Cli = {
  id: 'pi',
  name: 'pi',
  package: '@earendil-works/pi-coding-agent',
  version: '1.5.2',
  // It needs a newer Node than the gateway.
  beside: [`node-${process.platform}-${process.arch}@22.23.3`],
  program: 'pi',
  ask: (prompt, _place, resumes) => ['-p', ...(resumes ? ['--continue'] : []), prompt],
  read: path => ({ name: 'read', args: { path } }),
  list: path => ({ name: 'bash', args: { command: `ls ${path}` } }),
}
