import { describe, expect, test } from 'bun:test'
import type { ChannelType } from '@tollgate/contract'
import fc from 'fast-check'
import { readSnippet } from './read-snippet.ts'
import { shellWords } from './shell-words.ts'

const type = (type: number, base_url: string, legacy = false) => ({ type, base_url, legacy }) as ChannelType
const TYPES = [
  type(1, 'https://api.openai.com'),
  type(14, 'https://api.anthropic.com'),
  type(24, 'https://generativelanguage.googleapis.com'),
  type(16, 'https://open.bigmodel.cn', true),
  type(26, 'https://open.bigmodel.cn'),
]
const read = (text: string) => readSnippet(text, TYPES)

describe('a line of curl', () => {
  test('gives type, key and model of a known host', () => {
    const line = `$ curl https://api.openai.com/v1/chat/completions \\
  -H "Content-Type: application/json" \\
  -H "Authorization: Bearer sk-proj-1" \\
  -d '{"model": "gpt-5.5", "messages": [{"role": "user", "content": "It'\\''s me"}]}'`
    expect(read(line)).toEqual({ type: 1, base_url: '', key: 'sk-proj-1', model: 'gpt-5.5' })
  })

  test('gives the address of an unknown host up to its version, and the format by its headers', () => {
    const call = (more: string) => read(`curl -sS -X POST ${more} --json '{"model":"m"}'`)
    expect(call('https://llm.example/proxy/v1/chat/completions')).toEqual({
      type: 1,
      base_url: 'https://llm.example/proxy',
      model: 'm',
    })
    expect(call("--url=https://llm.example/v1/messages -H'x-api-key: k1' -H 'anthropic-version: 2023-06-01'")).toEqual({
      type: 14,
      base_url: 'https://llm.example',
      key: 'k1',
      model: 'm',
    })
    expect(call('https://llm.example/api/v3/chat/completions').base_url).toBe(
      'https://llm.example/api/v3/chat/completions',
    )
    expect(call('https://llm.example/api/v3/chat/completions').type).toBe(8)
  })

  test('gives the model of Gemini’s path and the key of its query', () => {
    expect(
      read(
        `curl "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent?key=AIza1" -d @body.json`,
      ),
    ).toEqual({ type: 24, base_url: '', key: 'AIza1', model: 'gemini-2.5-pro' })
  })

  test('gives Azure’s resource and version', () => {
    expect(
      read(
        `curl https://mine.openai.azure.com/openai/deployments/x/chat/completions?api-version=2025-04-01-preview -H 'api-key: k2'`,
      ),
    ).toEqual({ type: 3, base_url: 'https://mine.openai.azure.com', other: '2025-04-01-preview', key: 'k2' })
  })

  test('gives the proxy and the organization', () => {
    const call = (options: string) =>
      read(`curl ${options} https://api.openai.com/v1/models -H 'OpenAI-Organization: org-1'`)
    const found = { type: 1, base_url: '', openai_organization: 'org-1' }
    expect(call('-x socks5://10.0.0.5:1080')).toEqual({ ...found, proxy: 'socks5://10.0.0.5:1080' })
    expect(call('--proxy=10.0.0.5:3128')).toEqual({ ...found, proxy: 'http://10.0.0.5:3128' })
    expect(call("-x ''")).toEqual(found)
  })

  test('takes a variable or a placeholder for no key', () => {
    for (const key of ['$OPENAI_API_KEY', '${KEY}', '<your key>', 'YOUR_API_KEY', 'sk-...'])
      expect(read(`curl https://api.openai.com/v1/models -H "Authorization: Bearer ${key}"`)).toEqual({
        type: 1,
        base_url: '',
      })
  })

  test('a legacy type is not chosen', () => {
    expect(read('curl https://open.bigmodel.cn/api/paas/v4/chat/completions')).toEqual({ type: 26, base_url: '' })
  })
})

describe('code', () => {
  test.each([
    [
      'Python',
      `client = OpenAI(\n  api_key="sk-1",  # yours\n  base_url="https://llm.example/v1",\n)\nclient.chat.completions.create(model="m-1")`,
    ],
    [
      'JavaScript',
      `const openai = new OpenAI({ apiKey: 'sk-1', baseURL: 'https://llm.example/v1' })\nawait openai.chat({ model: \`m-1\` })`,
    ],
    ['an environment', `export OPENAI_API_KEY=sk-1\nOPENAI_BASE_URL=https://llm.example/v1\nOPENAI_MODEL=m-1`],
    ['JSON', `{"env": {"LLM_TOKEN": "sk-1", "LLM_BASE_URL": "https://llm.example/v1", "LLM_MODEL": "m-1"}}`],
  ])('in %s gives what its names hold', (_, code) => {
    expect(read(code)).toEqual({ type: 1, base_url: 'https://llm.example', key: 'sk-1', model: 'm-1' })
  })

  test('that speaks of Anthropic gives its type', () => {
    expect(read('ANTHROPIC_BASE_URL=https://llm.example\nANTHROPIC_AUTH_TOKEN=k1')).toEqual({
      type: 14,
      base_url: 'https://llm.example',
      key: 'k1',
    })
  })

  test.each([
    ['client = OpenAI(api_key="sk-1", base_url="https://llm.example/v1")'],
    ['client = OpenAI(base_url="https://llm.example/v1", api_key="sk-1")'],
    ['client = openai.AsyncOpenAI(base_url = "https://llm.example/v1", api_key = "sk-1")'],
    ['const model = new OpenAI({ apiKey: "sk-1", baseURL: "https://llm.example/v1" })'],
  ])('loses no argument of a client made on one line: %s', line => {
    expect(read(line)).toEqual({ type: 1, base_url: 'https://llm.example', key: 'sk-1' })
  })

  test.each([
    ['OpenAI(api_key="k1")', 1],
    ['const client = new OpenAI({ apiKey: "k1" })', 1],
    ['client = Anthropic(api_key="k1")', 14],
    ['client = anthropic.AsyncAnthropic(api_key="k1")', 14],
    ['const anthropic = new Anthropic({ apiKey: "k1" });', 14],
    ['client = genai.Client(api_key="k1")', 24],
    ['const ai = new GoogleGenAI({apiKey: "k1"});', 24],
  ])('that makes a client without an address gives its type: %s', (code, type) => {
    expect(read(code)).toEqual({ type, base_url: '', key: 'k1' })
  })

  test('gives the type of its client with another address, and no type for other calls', () => {
    expect(read('Anthropic(api_key="k1", base_url="https://llm.example")')).toEqual({
      type: 14,
      base_url: 'https://llm.example',
      key: 'k1',
    })
    expect(read('client = Client(api_key="k1")')).toEqual({ key: 'k1' })
    expect(read('OpenAI(api_key=getenv("KEY"), organization="org-1")')).toEqual({
      type: 1,
      base_url: '',
      openai_organization: 'org-1',
    })
  })

  test('that reads its key elsewhere gives none, and prose gives nothing', () => {
    expect(read(`OpenAI(api_key=os.environ["KEY"], base_url="https://llm.example")`)).toEqual({
      type: 1,
      base_url: 'https://llm.example',
    })
    expect(read("It's a nice day: isn't it?")).toEqual({})
    expect(read('base_url = "javascript:alert(1)"')).toEqual({})
  })
})

describe('the words of a line', () => {
  const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
  const doubled = (word: string) =>
    `"${[...word].map(letter => ('"\\$`'.includes(letter) ? `\\${letter}` : letter)).join('')}"`

  test('come back as they were quoted, in either way', () => {
    const word = fc.string({ maxLength: 20 })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), words => {
        expect(shellWords(words.map(quote).join(' '))).toEqual(words)
        expect(shellWords(words.map(doubled).join(' \\\n '))).toEqual(words)
      }),
    )
  })

  test('are plain words wherever nothing is quoted, and a quote that is not closed ends with the text', () => {
    expect(shellWords(`a b\\ c "d e"f $'g\\n\\'h' 'i`)).toEqual(['a', 'b c', 'd ef', "g\n'h", 'i'])
    expect(shellWords(`'' "`)).toEqual(['', ''])
  })

  test('any text is read to its end, and no more comes out than went in', () => {
    const awkward = fc.string({
      unit: fc.constantFrom('a', '"', "'", '\\', '$', ' ', '\n', '=', ':', 'key', 'url', 'curl ', '-H'),
      maxLength: 300,
    })
    fc.assert(
      fc.property(awkward, text => {
        expect(shellWords(text).join('').length).toBeLessThanOrEqual(text.length)
        expect(JSON.stringify(read(text)).length).toBeLessThanOrEqual(text.length + 200)
      }),
    )
  })
})
