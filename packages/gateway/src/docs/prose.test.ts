import { describe, expect, test } from 'bun:test'
import type { Answer } from '../canonical/answer.ts'
import type { Part } from '../canonical/parts.ts'
import type { CanonicalRequest } from '../canonical/request.ts'
import type { Signature } from '../canonical/signature.ts'
import { type DialectId, dialects, type UpstreamDialectId, upstreamDialects } from '../protocols/index.ts'
import { context } from '../protocols/laws/run.ts'
import { dialectsPage, TITLES } from './dialects-page.ts'

/** The words in code style in a format's row of the section on signatures. */
function signaturePlaces(dialect: DialectId): string[] {
  const section = dialectsPage().split('## Signatures')[1] ?? ''
  const row = section.split('\n').find(line => line.startsWith(`| ${TITLES[dialect]} |`)) ?? ''
  return [...row.matchAll(/`([\w.]+)`/g)].flatMap(([, words = '']) => words.split('.'))
}

const answerOf = (part: Part): Answer => ({
  start: { type: 'start', id: 'a', model: 'm' },
  parts: [part],
  others: [],
  finish: { type: 'finish', reason: 'stop', usage: null },
  error: null,
})

const SIGNABLE: Part[] = [
  { type: 'reasoning', text: 'Hm.' },
  { type: 'text', text: 'Yes.' },
  { type: 'tool-call', id: 'call', name: 'find', arguments: '{}' },
]

/** The leaves of a written answer with their values: `content.text=Yes.` */
const leaves = (value: unknown, path: readonly string[] = []): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]))
    : [`${path.join('.')}=${value}`]

describe.each(Object.keys(dialects) as DialectId[])('a signature in %s', dialect => {
  test.each(SIGNABLE)('of another family is carried in a member that the page names: $type', part => {
    const signature: Signature = { origin: 'another', value: 'sealed' }
    const { body: plain } = dialects[dialect].writeWhole(answerOf(part), context)
    const { body: sealed } = dialects[dialect].writeWhole(answerOf({ ...part, signature } as Part), context)
    const known = new Set(leaves(plain))
    const added = leaves(sealed).filter(leaf => !known.has(leaf))
    expect(added.length).toBeGreaterThan(0)
    const places = signaturePlaces(dialect)
    expect(
      added.some(leaf =>
        leaf
          .split('=')[0]
          ?.split('.')
          .some(name => places.includes(name)),
      ),
    ).toBe(true)
  })
})

const searching = (dialect: string): CanonicalRequest => ({
  dialect,
  model: 'm',
  stream: false,
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'News?' }] }],
  tools: [{ type: 'server', kind: 'web_search', dialect, value: {} }],
  parameters: {},
  extras: {},
})

test.each<[UpstreamDialectId, string, string]>([
  ['openai-responses', 'gpt-5', 'web_search'],
  ['anthropic-messages', 'claude-sonnet-4-5', 'web_search_20250305'],
  ['gemini', 'gemini-2.5-flash', 'googleSearch'],
  ['bedrock', 'us.amazon.nova-premier-v1:0', 'nova_grounding'],
])('a search from another format is sent to %s under the name on the page', (upstream, model, name) => {
  const { body, losses } = upstreamDialects[upstream].writeRequest(searching('openai-chat'), { model })
  expect(losses).toEqual([])
  expect(JSON.stringify(body)).toContain(`"${name}"`)
  expect(dialectsPage()).toContain(`\`${name}\``)
})

test.each<UpstreamDialectId>(['openai-chat', 'cohere'])('%s accepts no search from another format', upstream => {
  const write = () => upstreamDialects[upstream].writeRequest(searching('gemini'), { model: 'm' })
  expect(write).toThrow(/does not search the web/)
})
