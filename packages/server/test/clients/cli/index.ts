import { aider } from './aider.ts'
import { claudeCode } from './claude-code.ts'
import type { Cli } from './cli.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { continueCli } from './continue.ts'
import { geminiCli } from './gemini-cli.ts'
import { libraries } from './libraries.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'
import { qwenCode } from './qwen-code.ts'

/** Every client in the guides that npm or PyPI distributes. */
export const clis: readonly Cli[] = [
  claudeCode,
  codex,
  geminiCli,
  opencode,
  qwenCode,
  pi,
  aider,
  cline,
  continueCli,
  ...libraries,
]

/** Why the other guides cannot be tested. */
export const UNTRIED: Readonly<Record<string, string>> = {
  cursor: 'a program for desktops, whose maker’s servers make the calls',
  zed: 'a program for desktops',
  'open-webui': 'a site that is set up in a browser; its package brings several gigabytes of machine learning along',
  librechat: 'a site that needs MongoDB and a browser; npm does not have it',
  'cherry-studio': 'a program for desktops',
}
