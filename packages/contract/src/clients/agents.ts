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
      { where: { command: true }, text: 'claude -p "Hello!"' },
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
      { where: { command: true }, text: 'codex exec --skip-git-repo-check "Hello!"' },
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
      {
        where: { file: '~/.gemini/settings.json' },
        text: `{
  "security": { "auth": { "selectedType": "gemini-api-key" } }
}`,
      },
      { where: { command: true }, text: 'gemini --skip-trust -p "Hello!"' },
    ],
    notes: ['no_v1', 'trusted_folder'],
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
      { where: { command: true }, text: 'opencode run "Hello!"' },
    ],
    notes: ['reasoning_dropped'],
    source: 'https://opencode.ai/docs/providers',
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    kind: 'agent',
    protocol: 'openai-chat',
    suits: 'tools',
    settings: [
      {
        where: { file: '~/.qwen/settings.json' },
        text: `{
  "env": { "TOLLGATE_KEY": "{key}" },
  "modelProviders": {
    "openai": [{ "id": "{model}", "name": "{model}", "envKey": "TOLLGATE_KEY", "baseUrl": "{address}/v1" }]
  },
  "security": { "auth": { "selectedType": "openai" } },
  "model": { "name": "{model}" }
}`,
      },
      { where: { command: true }, text: 'qwen "Hello!"' },
    ],
    notes: ['context_window'],
    source: 'https://qwenlm.github.io/qwen-code-docs/en/users/configuration/model-providers/',
  },
  {
    id: 'pi',
    name: 'pi',
    kind: 'agent',
    protocol: 'openai-responses',
    suits: 'tools',
    settings: [
      {
        where: { file: '~/.pi/agent/models.json' },
        text: `{
  "providers": {
    "tollgate": {
      "baseUrl": "{address}/v1",
      "api": "openai-responses",
      "apiKey": "{key}",
      "models": [{ "id": "{model}", "reasoning": true, "input": ["text", "image"] }]
    }
  }
}`,
      },
      {
        where: { file: '~/.pi/agent/settings.json' },
        text: `{
  "defaultProvider": "tollgate",
  "defaultModel": "{model}"
}`,
      },
      { where: { command: true }, text: 'pi -p "Hello!"' },
    ],
    notes: ['context_window'],
    source: 'https://pi.dev/docs/latest/models',
  },
  {
    id: 'aider',
    name: 'aider',
    kind: 'agent',
    protocol: 'openai-chat',
    suits: 'any',
    settings: [
      {
        where: { file: '~/.aider.conf.yml' },
        text: `model: "openai/{model}"
openai-api-base: "{address}/v1"
openai-api-key: "{key}"
show-model-warnings: false`,
      },
      { where: { command: true }, text: 'aider --no-git --message "Hello!"' },
    ],
    notes: ['model_warnings'],
    source: 'https://aider.chat/docs/llms/openai-compat.html',
  },
]
