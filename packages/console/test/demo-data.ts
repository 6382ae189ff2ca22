import { CHANNEL_STATUS, type Channel, LOG_TYPE, TOKEN_STATUS, type Token } from '@tollgate/contract'
import { logged } from './logged.ts'
import type { Operator } from './operator.ts'
import { REVOKED_KEY } from './upstream/index.ts'

/** A gateway in use: channels of several types and states, tokens, and a log of successful and failed calls. */
export async function furnish(gatewayUrl: string, operator: Operator, upstreamUrl: string): Promise<void> {
  for (const channel of channels) await operator.addChannel({ base_url: upstreamUrl, key: 'sk-upstream', ...channel })
  const bearers: Record<string, string> = {}
  for (const token of tokens) bearers[token.name] = (await operator.addToken(token)).bearer
  const answered = await Promise.all(calls.map(call => make(gatewayUrl, bearers[call.token] ?? '', call)))
  await logged(operator, `type=${LOG_TYPE.consume}`, answered.filter(Boolean).length)
  await logged(operator, `type=${LOG_TYPE.error}`, answered.filter(isAnswered => !isAnswered).length)
  await rest(operator)
}

const OPENAI = 'gpt-5.5,gpt-5.4-mini,gpt-5-mini,text-embedding-3-small'
const CLAUDE = 'claude-opus-5,claude-sonnet-5,claude-haiku-4-5'

const channels: (Partial<Channel> & { name: string; key?: string })[] = [
  { type: 1, name: 'OpenAI', models: OPENAI, priority: 10, weight: 3, tag: 'primary' },
  { type: 1, name: 'OpenAI, old key', models: 'gpt-5.5', priority: 20, key: REVOKED_KEY },
  { type: 1, name: 'OpenAI, reserve', models: OPENAI, priority: 5, weight: 1, tag: 'reserve' },
  { type: 14, name: 'Claude', models: CLAUDE, priority: 10, weight: 2, tag: 'primary', group: 'default,vip' },
  { type: 24, name: 'Gemini', models: 'gemini-3-pro,gemini-3-flash', priority: 8, group: 'default,vip' },
  { type: 43, name: 'DeepSeek', models: 'deepseek-chat,deepseek-reasoner', priority: 8 },
  { type: 42, name: 'Mistral, Paris', models: 'mistral-large-latest,codestral-latest', priority: 6 },
  { type: 20, name: 'OpenRouter', models: 'deepseek-v4-pro,qwen3-max,grok-4', priority: -1, group: 'vip' },
]

const HOUR = 3600
const IN_A_MONTH = Math.floor(Date.now() / 1000) + 30 * 24 * HOUR

const tokens: (Partial<Token> & { name: string })[] = [
  { name: 'Trial', unlimited_quota: false, remain_quota: 500_000, expired_time: IN_A_MONTH, allow_ips: '127.0.0.0/8' },
  { name: 'Evaluation', unlimited_quota: false, remain_quota: 5_000_000, group: 'vip' },
  { name: 'Claude Code', model_limits_enabled: true, model_limits: CLAUDE },
  { name: 'Nightly jobs', unlimited_quota: false, remain_quota: 25_000_000 },
  { name: 'Web shop' },
]

interface DemoCall {
  token: string
  path: string
  body: Record<string, unknown>
}

/** A prompt of about this many tokens. */
const prompt = (tokens: number) => 'The keeper of the gate writes everything down. '.repeat(Math.ceil(tokens / 11.75))
const messages = (tokens: number) => [{ role: 'user', content: prompt(tokens) }]

const chat = (token: string, model: string, tokens: number, more: object = {}): DemoCall => ({
  token,
  path: '/v1/chat/completions',
  body: { model, messages: messages(tokens), ...more },
})
const message = (token: string, model: string, tokens: number, more: object = {}): DemoCall => ({
  token,
  path: '/v1/messages',
  body: { model, max_tokens: 1024, messages: messages(tokens), ...more },
})
const STREAM = { stream: true }
const cachedSystem = (tokens: number) => ({
  system: [{ type: 'text', text: prompt(tokens), cache_control: { type: 'ephemeral' } }],
})

const calls: DemoCall[] = [
  chat('Web shop', 'gpt-5.4-mini', 310, STREAM),
  chat('Web shop', 'gpt-5.4-mini', 845, STREAM),
  chat('Web shop', 'gpt-5.4-mini', 1720, STREAM),
  chat('Web shop', 'gpt-5.5', 2480, { ...STREAM, reasoning_effort: 'low' }),
  chat('Web shop', 'gpt-5-mini', 95),
  chat('Nightly jobs', 'gpt-5-mini', 9200),
  chat('Nightly jobs', 'gpt-5-mini', 12_400),
  chat('Nightly jobs', 'gpt-5.5', 6800, { reasoning_effort: 'high' }),
  { token: 'Nightly jobs', path: '/v1/embeddings', body: { model: 'text-embedding-3-small', input: prompt(760) } },
  { token: 'Evaluation', path: '/v1/responses', body: { model: 'gpt-5.4-mini', input: prompt(530) } },
  message('Claude Code', 'claude-opus-5', 1830, { ...STREAM, ...cachedSystem(14_000) }),
  message('Claude Code', 'claude-sonnet-5', 640, { ...STREAM, ...cachedSystem(9800) }),
  message('Claude Code', 'claude-haiku-4-5', 210),
  message('Claude Code', 'claude-sonnet-5', 1150, STREAM),
  message('Evaluation', 'claude-haiku-4-5', 420),
  chat('Evaluation', 'gpt-7', 120),
  chat('Trial', 'gpt-5-mini', 64, STREAM),
  chat('Trial', 'gpt-5-mini', 180),
]

/** Makes a call. Resolves to whether it succeeded. */
async function make(gatewayUrl: string, bearer: string, { path, body }: DemoCall): Promise<boolean> {
  const response = await fetch(gatewayUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.text()
  return response.ok
}

/** Whatever was switched off since. */
async function rest({ ask }: Operator): Promise<void> {
  const found = async <Row>(path: string) => (await ask<{ items: Row[] }>('GET', path)).items
  const [overflow] = await found<Channel>('/api/channel/search?keyword=OpenRouter')
  const [revoked] = await found<Channel>('/api/channel/search?keyword=old+key')
  const [trial] = await found<Token>('/api/token/search?keyword=Trial')
  await ask('PUT', '/api/channel/', { id: overflow?.id, status: CHANNEL_STATUS.disabled })
  await ask('PUT', '/api/channel/', { id: revoked?.id, status: CHANNEL_STATUS.autoDisabled })
  await ask('PUT', '/api/token/?status_only=true', { id: trial?.id, status: TOKEN_STATUS.disabled })
}
