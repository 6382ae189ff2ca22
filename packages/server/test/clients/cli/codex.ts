import type { Cli } from './cli.ts'

export const codex: Cli = {
  id: 'codex',
  name: 'Codex',
  package: '@openai/codex',
  version: '0.169.0',
  program: 'codex',
  files: {
    '.codex/config.toml': [
      'request_max_retries = 0',
      'stream_max_retries = 0',
      '[analytics]',
      'enabled = false',
      '[features]',
      'plugins = false',
      '',
    ].join('\n'),
  },
  mcp: {
    with: (command, args) => ['-c', `mcp_servers.words={command="${command}",args=${JSON.stringify(args)}}`],
    call: name => ({ namespace: 'mcp__words', name, args: {} }),
  },
  socket: {
    with: ['-c', 'model_providers.tollgate.supports_websockets=true'],
    environment: { RUST_LOG: 'error,codex_otel.log_only=info' },
    says: /codex\.websocket_request.*success="true"/,
  },
  compact: { with: ['-c', 'model_auto_compact_token_limit=50'] },
  ask: (prompt, { model }, resumes) => [
    'exec',
    ...(resumes ? ['resume', '--last'] : []),
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    '-m',
    model,
    prompt,
  ],
  read: file => ({ name: 'exec_command', args: { cmd: `cat ${file}` } }),
  list: folder => ({ name: 'exec_command', args: { cmd: `ls ${folder}` } }),
}
