import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { factsIn } from '../pricing/holds/most-input.ts'
import type { Loss } from '../protocols/common/losses.ts'
import { patchJson } from '../raw/patch-json.ts'
import { callOf, providerOfType } from './call-fixture.ts'
import { type CredentialKind, type ProviderCall, type ProviderChannel, providers } from './index.ts'

type Line = [name: string, type: number, url: string, call?: Partial<ProviderCall>, channel?: object]

const withDefaults = (lines: Line[]): Required<Line>[] =>
  lines.map(([name, type, url, call = {}, channel = {}]) => [name, type, url, call, channel])

describe('a conversation goes to', () => {
  test.each<[name: string, type: number, url: string, call: Partial<ProviderCall>, channel: object]>(
    withDefaults([
      ['OpenAI', 1, 'http://up/v1/chat/completions'],
      [
        'OpenAI behind Cloudflare’s gateway',
        1,
        'https://gateway.ai.cloudflare.com/v1/a/b/openai/chat/completions',
        {},
        { baseUrl: 'https://gateway.ai.cloudflare.com/v1/a/b/openai' },
      ],
      [
        'Azure, dots kept',
        3,
        'http://up/openai/deployments/gpt-4.1/chat/completions?api-version=2025-04-01-preview',
        { model: 'gpt-4.1' },
      ],
      [
        'Azure, the operator’s version',
        3,
        'http://up/openai/deployments/m-1/chat/completions?api-version=2024-10-21',
        {},
        { other: '2024-10-21' },
      ],
      [
        'Azure, the client’s version before the operator’s',
        3,
        'http://up/openai/deployments/m-1/chat/completions?api-version=2024-12-01-preview',
        { clientUrl: 'http://gate/v1/chat/completions?api-version=2024-12-01-preview' },
        { other: '2024-10-21' },
      ],
      ['Azure’s second generation', 3, 'http://up/openai/v1/chat/completions', {}, { other: 'v1' }],
      [
        'Azure’s second generation in preview',
        3,
        'http://up/openai/v1/chat/completions?api-version=preview',
        {},
        { other: 'preview' },
      ],
      [
        'Azure, Responses',
        3,
        'http://up/openai/v1/responses',
        { format: 'openai-responses', path: '/v1/responses' },
        { other: '2024-10-21' },
      ],
      ['Ollama', 4, 'http://up/v1/chat/completions'],
      ['a custom channel', 8, 'http://up/m%2F1', { model: 'm/1' }, { baseUrl: 'http://up/{model}' }],
      ['Alibaba', 17, 'http://up/compatible-mode/v1/chat/completions'],
      [
        'Alibaba, Responses',
        17,
        'http://up/api/v2/apps/protocols/compatible-mode/v1/responses',
        { format: 'openai-responses' },
      ],
      ['Alibaba, Messages', 17, 'http://up/apps/anthropic/v1/messages', { format: 'anthropic-messages' }],
      ['Alibaba, completions', 17, 'http://up/compatible-mode/v1/completions', { format: 'openai-completions' }],
      ['MiniMax, Messages', 35, 'http://up/anthropic/v1/messages', { format: 'anthropic-messages' }],
      ['Volcengine, Responses', 45, 'http://up/api/v3/responses', { format: 'openai-responses' }],
      ['Volcengine, speech at another host', 45, 'http://up/v1/audio/speech', { format: 'openai-speech' }],
      [
        'Volcengine, speech at its own',
        45,
        'https://openspeech.bytedance.com/api/v1/tts',
        { format: 'volcengine-speech', path: '/api/v1/tts' },
        { baseUrl: 'https://ark.cn-beijing.volces.com', key: 'app|token' },
      ],
      ['Zhipu, Messages', 26, 'http://up/api/anthropic/v1/messages', { format: 'anthropic-messages' }],
      [
        'a plan of Zhipu’s',
        26,
        'https://open.bigmodel.cn/api/coding/paas/v4/chat/completions',
        {},
        { baseUrl: 'glm-coding-plan' },
      ],
      [
        'a plan of Zhipu’s, Messages',
        26,
        'https://open.bigmodel.cn/api/anthropic/v1/messages',
        { format: 'anthropic-messages' },
        { baseUrl: 'glm-coding-plan' },
      ],
      [
        'Zhipu’s plan abroad',
        26,
        'https://api.z.ai/api/coding/paas/v4/chat/completions',
        {},
        { baseUrl: 'glm-coding-plan-international' },
      ],
      [
        'Zhipu’s plan abroad, Messages',
        26,
        'https://api.z.ai/api/anthropic/v1/messages',
        { format: 'anthropic-messages' },
        { baseUrl: 'glm-coding-plan-international' },
      ],
      ['Kimi’s plan', 25, 'https://api.kimi.com/coding/v1/chat/completions', {}, { baseUrl: 'kimi-coding-plan' }],
      [
        'Kimi’s plan, Messages',
        25,
        'https://api.kimi.com/coding/v1/messages',
        { format: 'anthropic-messages' },
        { baseUrl: 'kimi-coding-plan' },
      ],
      [
        'Doubao’s plan',
        45,
        'https://ark.cn-beijing.volces.com/api/coding/v3/chat/completions',
        {},
        { baseUrl: 'doubao-coding-plan' },
      ],
      [
        'Doubao’s plan, Messages',
        45,
        'https://ark.cn-beijing.volces.com/api/coding/v1/messages',
        { format: 'anthropic-messages' },
        { baseUrl: 'doubao-coding-plan' },
      ],
      ['OpenRouter', 20, 'http://up/v1/chat/completions'],
      ['Moonshot', 25, 'http://up/v1/chat/completions'],
      [
        'Moonshot, Messages',
        25,
        'http://up/anthropic/v1/messages',
        { format: 'anthropic-messages', path: '/v1/messages' },
      ],
      ['Zhipu', 26, 'http://up/api/paas/v4/chat/completions'],
      ['Perplexity', 27, 'http://up/chat/completions'],
      ['MiniMax', 35, 'http://up/v1/chat/completions'],
      ['Cloudflare', 39, 'http://up/client/v4/accounts/acc/ai/v1/chat/completions', {}, { other: 'acc' }],
      ['Mistral', 42, 'http://up/v1/chat/completions'],
      ['DeepSeek', 43, 'http://up/v1/chat/completions'],
      ['DeepSeek, completions', 43, 'http://up/beta/completions', { format: 'openai-completions' }],
      ['Volcengine', 45, 'http://up/api/v3/chat/completions'],
      ['Volcengine, a bot', 45, 'http://up/api/v3/bots/chat/completions', { model: 'bot-1' }],
      ['Baidu', 46, 'http://up/v2/chat/completions'],
      ['xAI', 48, 'http://up/v1/chat/completions'],
      [
        'ChatGLM',
        16,
        'http://up/api/paas/v3/model-api/chatglm_pro/invoke',
        { model: 'chatglm_pro', format: 'zhipu-v3' },
      ],
      [
        'ChatGLM, a stream',
        16,
        'http://up/api/paas/v3/model-api/chatglm_pro/sse-invoke',
        { model: 'chatglm_pro', format: 'zhipu-v3', isStream: true },
      ],
      ['GLM in a channel of ChatGLM', 16, 'http://up/api/paas/v4/chat/completions', { model: 'glm-4.6' }],
      [
        'ERNIE by its first version',
        15,
        'http://up/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro',
        { model: 'ERNIE-4.0-8K', format: 'ernie' },
      ],
      [
        'ERNIE, a model without a name of its own there',
        15,
        'http://up/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/ernie-speed-128k',
        { model: 'ERNIE-Speed-128K', format: 'ernie' },
      ],
      [
        'ERNIE, embeddings',
        15,
        'http://up/rpc/2.0/ai_custom/v1/wenxinworkshop/embeddings/bge_large_zh',
        { model: 'bge-large-zh', format: 'openai-embeddings' },
      ],
      ['Spark over sockets', 18, 'ws://up/v3.5/chat', { model: 'SparkDesk-v3.5', format: 'spark' }, { key: 'a|b|c' }],
      [
        'Spark over sockets, the version of the channel, its usual host',
        18,
        'wss://spark-api.xf-yun.com/v4.0/chat',
        { model: 'SparkDesk', format: 'spark' },
        { key: 'a|b|c', other: 'v4.0', baseUrl: '' },
      ],
      [
        'Spark over sockets, the version of the model whatever the client asks for: it pays by the model',
        18,
        'ws://up/v3.5/chat',
        {
          model: 'SparkDesk-v3.5',
          format: 'spark',
          clientUrl: 'http://gate/v1/chat/completions?api-version=v4.0',
        },
        { key: 'a|b|c' },
      ],
      [
        'Spark over sockets, a model of its own path',
        18,
        'ws://up/chat/pro-128k',
        { model: 'SparkDesk-v3.1-128K', format: 'spark' },
        { key: 'a|b|c' },
      ],
      [
        'Spark over sockets, a version that is none',
        18,
        'ws://up/v1.1/chat',
        { model: 'SparkDesk-v1/../x', format: 'spark' },
        { key: 'a|b|c', other: '../../admin' },
      ],
      ['Spark over HTTP', 18, 'http://up/v1/chat/completions', { model: 'SparkDesk-v3.5' }],
      [
        'Spark over HTTP, its usual host',
        18,
        'https://spark-api-open.xf-yun.com/v1/chat/completions',
        { model: 'lite' },
        { baseUrl: '' },
      ],
      [
        'Spark’s thinking models over HTTP',
        18,
        'https://spark-api-open.xf-yun.com/v2/chat/completions',
        { model: 'spark-x' },
        { baseUrl: '' },
      ],
      [
        'Spark over HTTP by a key of three parts',
        18,
        'https://spark-api-open.xf-yun.com/x2/chat/completions',
        { model: 'spark-x' },
        { baseUrl: 'https://spark-api-open.xf-yun.com/x2', key: 'a|b|c' },
      ],
      ['Dify', 37, 'http://up/v1/chat-messages', { format: 'dify' }],
      ['Dify, a completion', 37, 'http://up/v1/completion-messages', { format: 'dify' }, { other: 'completion' }],
      [
        'Dify, a workflow, the version in its address',
        37,
        'http://up/v1/workflows/run',
        { format: 'dify' },
        { other: 'workflow:question', baseUrl: 'http://up/v1' },
      ],
      ['Hunyuan, signed', 23, 'http://up/', {}, { key: 'app|id|secret' }],
      ['Hunyuan by a plain key', 23, 'http://up/v1/chat/completions'],
      [
        'Hunyuan by a plain key, at the compatible host',
        23,
        'https://tokenhub.tencentmaas.com/v1/chat/completions',
        {},
        { baseUrl: 'https://hunyuan.tencentcloudapi.com' },
      ],
      [
        'Bedrock, Claude',
        33,
        'https://bedrock-runtime.eu-west-1.amazonaws.com/model/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke',
        { format: 'anthropic-messages', model: 'claude-sonnet-4-5-20250929' },
        { key: 'AK|SK|eu-west-1', baseUrl: '' },
      ],
      [
        'Bedrock, a stream of Claude, at the channel’s own address',
        33,
        'http://up/model/anthropic.claude-v2%3A1/invoke-with-response-stream',
        { format: 'anthropic-messages', model: 'claude-2.1', isStream: true },
        { key: 'APIKEY|us-east-1' },
      ],
    ]),
  )('%s', (_name, type, url, call, channel) => {
    expect(providerOfType(type).address(callOf(type, { ...channel }, call))).toBe(url)
  })
})

const JSON_TYPE = 'application/json'

describe('authentication', () => {
  test.each<
    [name: string, type: number, headers: Record<string, string>, channel: object, call?: Partial<ProviderCall>]
  >([
    ['OpenAI', 1, { authorization: 'Bearer k', 'openai-organization': 'org' }, { organization: 'org' }],
    ['Azure', 3, { 'api-key': 'k' }, {}],
    ['Alibaba with its plugin', 17, { authorization: 'Bearer k', 'x-dashscope-plugin': 'p' }, { other: 'p' }],
    [
      'Volcengine’s speech, by a token of its own',
      45,
      { authorization: 'Bearer;token' },
      { key: 'app|token' },
      { format: 'volcengine-speech' },
    ],
    [
      'Alibaba, asked to stream',
      17,
      { authorization: 'Bearer k', 'x-dashscope-sse': 'enable' },
      {},
      { isStream: true },
    ],
    ['OpenRouter with who we are', 20, { authorization: 'Bearer k', 'x-title': 'Tollgate' }, {}],
    ['Baidu with its app', 46, { authorization: 'Bearer k', appid: 'app' }, { key: 'k|app' }],
    ['Zhipu by a plain key', 26, { authorization: 'Bearer k' }, {}],
    [
      'Spark by its password',
      18,
      { authorization: 'Bearer c:b' },
      { key: 'a|b|c', baseUrl: 'https://spark-api-open.xf-yun.com' },
    ],
    ['Kling by a token, later', 50, {}, { key: 'AK|SK' }],
    ['Kling of another gateway', 50, { authorization: 'Bearer sk-1' }, { key: 'sk-1' }],
    ['Vidu', 52, { authorization: 'Token abc' }, { key: 'abc' }],
    ['Bedrock by an API key', 33, { accept: JSON_TYPE, authorization: 'Bearer abc' }, { key: 'abc|us-east-1' }],
    ['Bedrock by a signature, later', 33, { accept: JSON_TYPE }, { key: 'AK|SK|us-east-1' }],
  ])('%s', (_name, type, headers, channel, call = {}) => {
    expect(providerOfType(type).headers(callOf(type, { ...channel }, call))).toEqual(headers)
  })

  test.each<[type: number, key: string, credential: CredentialKind | undefined, secrets: string[]]>([
    [26, 'id.secret', undefined, ['id', 'secret']],
    [26, 'plain', undefined, []],
    [33, 'AK|SK|us-east-1', 'aws-signature', ['AK', 'SK']],
    [33, 'abc|us-east-1', undefined, ['abc']],
    [46, 'bce-v3|app', undefined, ['bce-v3', 'app']],
    [23, 'app|id|secret', 'tencent-signature', ['app', 'id', 'secret']],
    [23, 'plain', undefined, ['plain']],
    [15, 'a|b', 'baidu-token', ['a', 'b']],
    [18, 'app|secret|key', 'spark-signature', ['app', 'secret', 'key']],
    [18, 'key:secret', undefined, ['key', 'secret']],
    [50, 'AK|SK', 'kling-token', ['AK', 'SK']],
    [50, 'sk-another', undefined, []],
    [51, 'AK|SK', 'volcengine-signature', ['AK', 'SK']],
  ])('type %i, key %s: its signature, and the strings to keep secret', (type, key, credential, secrets) => {
    const { channel } = callOf(type, { key })
    expect([providerOfType(type).credential?.(channel, 'm-1'), providerOfType(type).secrets?.(channel)]).toEqual([
      credential,
      secrets,
    ])
  })
})

describe('the formats of a model', () => {
  const SPOKEN = ['openai-chat', 'openai-responses', 'anthropic-messages', 'openai-speech'] as const
  test.each<[type: number, model: string, spoken: string[], channel?: Partial<ProviderChannel>]>([
    [17, 'qwen3-max', ['openai-chat', 'openai-responses', 'anthropic-messages']],
    [17, 'deepseek-v4-pro', ['openai-chat', 'anthropic-messages']],
    [17, 'deepseek-r1', ['openai-chat']],
    [35, 'MiniMax-M2', ['openai-chat', 'anthropic-messages']],
    [39, '@cf/openai/gpt-oss-120b', ['openai-responses']],
    [39, '@cf/meta/llama-3.1-8b-instruct', ['openai-chat']],
    [45, 'doubao-seed-2-0-pro-260215', ['openai-chat', 'openai-responses', 'openai-speech']],
    [45, 'bot-1', ['openai-chat', 'openai-speech']],
    [45, 'ep-1', ['openai-chat', 'openai-responses'], { baseUrl: 'https://ark.cn-beijing.volces.com' }],
    [45, 'ark-code-latest', ['openai-chat', 'anthropic-messages'], { baseUrl: 'doubao-coding-plan' }],
    [26, 'glm-4.7', ['openai-chat', 'anthropic-messages']],
    [16, 'glm-4.7', ['openai-chat', 'anthropic-messages']],
    [16, 'chatglm_pro', []],
  ])('type %i, %s', (type, model, spoken, channel = {}) => {
    const formats = providerOfType(type).nativeFormats(model, callOf(type, channel).channel)
    expect(SPOKEN.filter(format => formats.has(format))).toEqual(spoken as (typeof SPOKEN)[number][])
  })

  test('a plan takes only conversations', () => {
    const { channel } = callOf(26, { baseUrl: 'glm-coding-plan' })
    expect(providerOfType(26).exchanges?.('glm-4.7', channel)).toEqual({})
  })
})

type Body = Record<string, unknown>

describe('a body is patched', () => {
  const patchesOf = (call: ProviderCall, body: Record<string, unknown>) =>
    providerOfType(call.channel.type).patches?.(call, name => body[name], [])

  test.each<[type: number, body: Body, patches: Body, model?: string]>([
    [26, { top_p: 1 }, { top_p: 0.99 }],
    [26, { top_p: 0.5 }, {}],
    [17, { top_p: 0 }, { top_p: 0.01 }],
    [17, { top_p: 1 }, { top_p: 0.99 }],
    [17, { top_p: 0.333 }, { top_p: 0.33 }],
    [17, { top_p: 0.35 }, {}],
    [17, {}, {}],
    [45, {}, { model: 'deepseek-v3-1', thinking: { type: 'enabled' } }, 'deepseek-v3-1-thinking'],
    [45, { thinking: { type: 'auto' } }, { model: 'deepseek-v3-1' }, 'deepseek-v3-1-thinking'],
    [45, {}, {}, 'doubao-seed-1-6-thinking-250715'],
    [42, { stream_options: {} }, { stream_options: undefined }],
  ])('type %i, %j', (type, body, patches, model = 'm-1') => {
    expect(patchesOf(callOf(type, {}, { model }), body)).toEqual(patches)
  })

  test.each<[host: string, type: number, call: Partial<ProviderCall>, body: Body, patches: Body, losses: string[]]>([
    [
      'Mistral calls two members otherwise',
      42,
      {},
      { max_completion_tokens: 5, seed: 7 },
      { max_completion_tokens: undefined, max_tokens: 5, seed: undefined, random_seed: 7 },
      [],
    ],
    [
      'Mistral refuses what it does not know, at whatever value',
      42,
      {},
      { user: 'me', store: false },
      { user: undefined, store: undefined },
      ['user'],
    ],
    [
      'xAI’s thinking models',
      48,
      { model: 'grok-4-fast-reasoning' },
      { stop: 'x', reasoning_effort: 'low', temperature: 1 },
      { stop: undefined, reasoning_effort: undefined },
      ['stop', 'reasoning'],
    ],
    ['xAI’s others', 48, { model: 'grok-4-fast-non-reasoning' }, { stop: 'x' }, {}, []],
    ['xAI’s that take an effort', 48, { model: 'grok-4.3' }, { reasoning_effort: 'low' }, {}, []],
    [
      'xAI’s pictures',
      48,
      { format: 'openai-image-generations' },
      { n: 2, size: '1024x1024' },
      { size: undefined },
      ['"size"'],
    ],
  ])('%s', (_host, type, fields, body, patches, lost) => {
    const losses: Loss[] = []
    expect(providerOfType(type).patches?.(callOf(type, {}, fields), name => body[name], losses)).toEqual(patches)
    expect(losses.map(({ what }) => what)).toEqual(lost)
  })

  test('Dify’s workflows take the question as an input', () => {
    const body = { inputs: {}, query: 'Why?', auto_generate_name: false }
    const asked = (other: string) => {
      const patches = patchesOf(callOf(37, { other }, { format: 'dify' }), body) ?? {}
      return JSON.parse(patchJson(JSON.stringify(body), patches))
    }
    expect(asked('')).toEqual(body)
    expect(asked('workflow')).toEqual({ inputs: { query: 'Why?' } })
    expect(asked('workflow:question')).toEqual({ inputs: { question: 'Why?' } })
    expect(asked('completion')).toEqual({ inputs: { query: 'Why?' } })
  })

  test.each([
    ['SparkDesk-v3.5', 'generalv3.5'],
    ['SparkDesk-v1.1', 'lite'],
    ['Spark-4.0-Ultra', '4.0Ultra'],
    ['SparkDesk-v9.0', 'generalv9.0'],
    ['spark-x', undefined],
  ])('%s is called by its domain over HTTP', (model, domain) => {
    expect(patchesOf(callOf(18, {}, { model }), {})?.model).toBe(domain)
  })

  test('each kind of Dify app is stopped at its own address', () => {
    const heard = 'data: {"event": "message", "task_id": "t-1"}'
    const stop = (other: string) => providerOfType(37).stop?.(callOf(37, { other }), '{"user":"me"}', heard)
    expect(stop('')).toEqual({ url: 'http://up/v1/chat-messages/t-1/stop', body: '{"user":"me"}' })
    expect(stop('completion')?.url).toBe('http://up/v1/completion-messages/t-1/stop')
    expect(stop('workflow')?.url).toBe('http://up/v1/workflows/tasks/t-1/stop')
    expect(providerOfType(37).stop?.(callOf(37), '{}', 'event: ping')).toBeNull()
  })

  test('Baidu does not change a client’s own search', () => {
    const own = { web_search: { enable: true, search_number: 3 } }
    expect(patchesOf(callOf(46, {}, { model: 'ernie-4-search' }), own)).toEqual({ model: 'ernie-4' })
  })

  test('Baidu searches if the model’s name says so', () => {
    expect(patchesOf(callOf(46, {}, { model: 'ernie-4-search' }), {})).toEqual({
      model: 'ernie-4',
      web_search: { enable: true, enable_citation: true, enable_trace: true, enable_status: false },
    })
  })

  test('Bedrock’s Claude gets its version, and those of a client’s betas that it knows', () => {
    const clientHeaders = new Headers({ 'anthropic-beta': 'claude-code-20250219, context-1m-2025-08-07' })
    const call = callOf(33, {}, { format: 'anthropic-messages', model: 'claude-opus-4-6', clientHeaders })
    expect(patchesOf(call, {})).toEqual({
      model: undefined,
      stream: undefined,
      anthropic_version: 'bedrock-2023-05-31',
      anthropic_beta: ['context-1m-2025-08-07'],
    })
  })

  test('Bedrock’s Claude gets no unknown beta, wherever a client names it', () => {
    const known = ['context-1m-2025-08-07', 'effort-2025-11-24']
    const beta = fc.constantFrom(...known, 'fast-mode-2026-02-01', 'files-api-2025-04-14', 'CONTEXT-1M-2025-08-07', '')
    const inBody = fc.oneof(fc.array(beta), beta, fc.constantFrom(null, 1, {}, [null], [['effort-2025-11-24', 1]]))
    fc.assert(
      fc.property(fc.array(beta), inBody, (inHeader, anthropic_beta) => {
        const clientHeaders = new Headers({ 'anthropic-beta': inHeader.join(', ') })
        const call = callOf(33, {}, { format: 'anthropic-messages', model: 'claude-opus-4-6', clientHeaders })
        const patches = patchesOf(call, { anthropic_beta }) ?? {}
        expect('anthropic_beta' in patches).toBe(true)
        const listed = Array.isArray(anthropic_beta) ? anthropic_beta : [anthropic_beta]
        const wanted = known.filter(name => [...inHeader, ...listed].includes(name))
        expect((patches.anthropic_beta as string[] | undefined)?.toSorted()).toEqual(
          wanted.length > 0 ? wanted : undefined,
        )
      }),
      { seed: 25 },
    )
  })

  test.each([
    [33, 'claude-opus-4-6'],
    [41, 'claude-opus-4-6'],
  ])('the members that type %i adds to a Claude request do not make it hold a whole window', (type, model) => {
    const clientHeaders = new Headers({ 'anthropic-beta': 'context-1m-2025-08-07' })
    const patches = patchesOf(callOf(type, {}, { format: 'anthropic-messages', model, clientHeaders }), {})
    const body = { max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }], ...patches }
    expect(factsIn('anthropic-messages', JSON.stringify(body)).outside).toBe(0)
  })
})

test('no two providers share a type or a name', () => {
  for (const fact of ['type', 'id', 'name'] as const) {
    const told = providers.map(provider => provider[fact])
    expect(told.filter((one, at) => told.indexOf(one) !== at)).toEqual([])
  }
})
