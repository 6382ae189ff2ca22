import type { Cli } from './cli.ts'

export const claudeCode: Cli = {
  id: 'claude-code',
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.330',
  program: 'claude',
  environment: {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    MAX_THINKING_TOKENS: '4096',
  },
  ask: (prompt, _place, resumes) => [
    '-p',
    prompt,
    '--allowedTools',
    'Read,Glob,WebSearch',
    ...(resumes ? ['--continue'] : []),
  ],
  mcp: {
    with: (command, args) => [
      `--mcp-config=${JSON.stringify({ mcpServers: { words: { command, args } } })}`,
      '--allowedTools=mcp__words',
    ],
    call: tool => ({ name: `mcp__words__${tool}`, args: {} }),
  },
  search: query => ({ name: 'WebSearch', args: { query } }),
  compact: { prompt: '/compact' },
  // A resumed session drops the reasoning of earlier runs.
  forgetsReasoning: 'resumed',
  read: file_path => ({ name: 'Read', args: { file_path } }),
  list: path => ({ name: 'Bash', args: { command: `ls ${path}`, description: 'Lists the folder' } }),
}
