import type { Cli } from './cli.ts'

export const geminiCli: Cli = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: 'gemini',
  files: {
    '.gemini/settings.json': JSON.stringify({
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    }),
  },
  // It replaces the signatures of earlier runs with a value that switches the check off.
  forgetsReasoning: 'resumed',
  ask: (prompt, { model }, resumes) => [
    ...(resumes ? ['--resume', 'latest'] : []),
    '--skip-trust',
    '--yolo',
    '-m',
    model,
    '-p',
    prompt,
  ],
  compact: { prompt: '/compress' },
  read: file_path => ({ name: 'read_file', args: { file_path } }),
  list: dir_path => ({ name: 'list_directory', args: { dir_path } }),
}
