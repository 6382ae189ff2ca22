import type { Cli } from './cli.ts'

export const qwenCode: Cli = {
  id: 'qwen-code',
  name: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  program: 'qwen',
  ask: (prompt, _place, resumes) => ['--yolo', ...(resumes ? ['--continue'] : []), prompt],
  mcp: {
    with: (command, args) => [`--mcp-config=${JSON.stringify({ mcpServers: { words: { command, args } } })}`],
    call: tool => ({ name: `mcp__words__${tool}`, args: {} }),
  },
  forgetsReasoning: 'always',
  read: file_path => ({ name: 'read_file', args: { file_path } }),
  list: path => ({ name: 'list_directory', args: { path } }),
}
