import type { ClientGuide } from './client-guide.ts'

/** Command-line agents. */
export const agents: readonly ClientGuide[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    kind: 'agent',
    protocol: 'anthropic-messages',
    suits: 'tools',
    settings: [
      {
        where: { file: '~/.claude/settings.json' },
        text: `{
  "env": {
    "ANTHROPIC_BASE_URL": "{address}",
    "ANTHROPIC_AUTH_TOKEN": "{key}",
    "ANTHROPIC_MODEL": "{model}",
    "ANTHROPIC_DEFAULT_HAIKU_MODEL": "{model}"
  }
}`,
      },
    ],
    notes: ['no_v1', 'auth_conflict', 'small_model'],
    source: 'https://code.claude.com/docs/en/llm-gateway-connect',
  },
  {
    id: 'codex',
    name: 'Codex',
    kind: 'agent',
    protocol: 'openai-responses',
    suits: 'tools',
    settings: [
      {
        where: { file: '~/.codex/config.toml' },
        text: `model = "{model}"
model_provider = "tollgate"

[model_providers.tollgate]
name = "Tollgate"
base_url = "{address}/v1"
env_key = "TOLLGATE_KEY"
wire_api = "responses"`,
      },
      { where: { shell: true }, text: 'export TOLLGATE_KEY={key}' },
    ],
    notes: ['key_in_shell', 'context_window'],
    source: 'https://developers.openai.com/codex/config-advanced',
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    kind: 'agent',
    protocol: 'gemini',
    suits: 'tools',
    settings: [
      {
        where: { file: '~/.gemini/.env' },
        text: `GOOGLE_GEMINI_BASE_URL={address}
GEMINI_API_KEY={key}
GEMINI_MODEL={model}`,
      },
    ],
    notes: ['no_v1'],
    source: 'https://geminicli.com/docs/reference/configuration',
  },
  {
    id: 'opencode',
    name: 'opencode',
    kind: 'agent',
    protocol: 'openai-chat',
    suits: 'tools',
    settings: [
      {
        where: { file: '~/.config/opencode/opencode.json' },
        text: `{
  "$schema": "https://opencode.ai/config.json",
  "model": "tollgate/{model}",
  "provider": {
    "tollgate": {
      "npm": "@ai-sdk/openai-compatible",
      "name": "Tollgate",
      "options": { "baseURL": "{address}/v1", "apiKey": "{key}" },
      "models": { "{model}": { "name": "{model}", "reasoning": true, "tool_call": true } }
    }
  }
}`,
      },
    ],
    notes: ['reasoning_dropped'],
    source: 'https://opencode.ai/docs/providers',
  },
]
