import type { ClientGuide } from './client-guide.ts'

/** Editors and their extensions. */
export const editors: readonly ClientGuide[] = [
  {
    id: 'cursor',
    name: 'Cursor',
    kind: 'editor',
    protocol: 'openai-chat',
    suits: 'tools',
    settings: [
      {
        where: { form: 'Cursor Settings → Models → API Keys' },
        text: `OpenAI API Key: {key}
Override OpenAI Base URL: {address}/v1
Add model: {model}`,
      },
    ],
    notes: ['public_address'],
    source: 'https://docs.cursor.com/settings/api-keys',
  },
  {
    id: 'cline',
    name: 'Cline',
    kind: 'editor',
    protocol: 'openai-chat',
    suits: 'tools',
    settings: [
      {
        where: { form: 'Cline → Settings → API Configuration' },
        text: `API Provider: OpenAI Compatible
Base URL: {address}/v1
API Key: {key}
Model ID: {model}`,
      },
      {
        where: { shell: true },
        text: 'cline auth --provider openai-compatible --apikey {key} --modelid {model} --baseurl {address}/v1',
      },
      { where: { command: true }, text: 'cline "Say hello"' },
    ],
    notes: ['context_window'],
    source: 'https://docs.cline.bot/provider-config/openai-compatible',
  },
  {
    id: 'continue',
    name: 'Continue',
    kind: 'editor',
    protocol: 'openai-chat',
    suits: 'any',
    settings: [
      {
        where: { file: '~/.continue/config.yaml' },
        text: `name: Tollgate
version: 0.0.1
schema: v1
models:
  - name: "{model}"
    provider: openai
    model: "{model}"
    apiBase: "{address}/v1"
    apiKey: "{key}"
    capabilities: [tool_use]`,
      },
      { where: { command: true }, text: 'cn -p "Hello!"' },
    ],
    notes: [],
    source: 'https://docs.continue.dev/customize/model-providers/top-level/openai',
  },
  {
    id: 'zed',
    name: 'Zed',
    kind: 'editor',
    protocol: 'openai-chat',
    suits: 'tools',
    settings: [
      {
        where: { file: '~/.config/zed/settings.json' },
        text: `{
  "language_models": {
    "openai_compatible": {
      "Tollgate": {
        "api_url": "{address}/v1",
        "available_models": [{ "name": "{model}", "display_name": "{model}", "max_tokens": 200000 }]
      }
    }
  }
}`,
      },
      { where: { shell: true }, text: 'export TOLLGATE_API_KEY={key}' },
    ],
    notes: ['key_in_shell', 'context_window'],
    source: 'https://zed.dev/docs/ai/use-api-access',
  },
]
