import { claudeCode } from './claude-code.ts'
import type { Cli } from './cli.ts'
import { codex } from './codex.ts'
import { geminiCli } from './gemini-cli.ts'
import { opencode } from './opencode.ts'

/** Every command-line client the gateway is tried with. */
export const clis: readonly Cli[] = [claudeCode, codex, geminiCli, opencode]
