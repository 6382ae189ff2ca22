import type { Cli } from './cli.ts'

export const opencode: Cli = {
  id: 'opencode',
  name: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  program: 'opencode',
  environment: {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_PURE: '1',
    OPENCODE_PERMISSION: '"allow"',
  },
  // Its Chat provider drops fields it does not know.
  forgetsReasoning: 'always',
  ask: (prompt, { model }, resumes) => ['run', ...(resumes ? ['--continue'] : []), '-m', `tollgate/${model}`, prompt],
  read: filePath => ({ name: 'read', args: { filePath } }),
  list: path => ({ name: 'glob', args: { pattern: '*', path } }),
}
