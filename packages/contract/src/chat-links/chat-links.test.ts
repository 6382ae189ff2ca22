import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { optionLines } from '../options/index.ts'
import { asksForKey, chatTarget, fillChatTemplate, showsKeyToServer, templateOfLink } from './index.ts'

const PLACE = { address: 'https://gate.example:8443', key: 'sk-abc' }
const SEEDED = { seed: 20260813, numRuns: 500 }

test('every client of the default list has a target, and gets key and address', () => {
  const templates = (optionLines.Chats.default as Record<string, string>[]).flatMap(entry => Object.values(entry))
  expect(templates.map(chatTarget)).not.toContain(null)
  for (const template of templates) {
    const link = fillChatTemplate(template, PLACE)
    expect([template, asksForKey(template), link.includes('sk-abc')]).toEqual([template, true, true])
    expect(link).toContain(encodeURIComponent(PLACE.address))
    expect(link).not.toMatch(/\{(key|address)\}/)
  }
})

describe('a template is filled in', () => {
  test.each([
    ['https://a.example/#/?settings={"key":"{key}"}', 'https://a.example/#/?settings={"key":"sk-abc"}'],
    ['ama://set?server={address}&key={key}', 'ama://set?server=https%3A%2F%2Fgate.example%3A8443&key=sk-abc'],
    ['https://a.example/?k=sk-{key}', 'https://a.example/?k=sk-abc'],
    ['https://a.example/{unknown}', 'https://a.example/{unknown}'],
  ])('%s', (template, link) => {
    expect(fillChatTemplate(template, PLACE)).toBe(link)
  })

  test.each([
    ['cherryConfig', { id: 'new-api', baseUrl: PLACE.address, apiKey: PLACE.key }],
    ['aionuiConfig', { platform: 'new-api', baseUrl: PLACE.address, apiKey: PLACE.key }],
    ['deepchatConfig', { id: 'new-api', baseUrl: PLACE.address, apiKey: PLACE.key }],
  ])('{%s} is the encoded base64 of JSON', (name, configuration) => {
    const link = fillChatTemplate(`app://add?v=1&data={${name}}`, PLACE)
    const data = new URL(link).searchParams.get('data') ?? ''
    expect(JSON.parse(Buffer.from(data, 'base64').toString())).toEqual(configuration)
  })

  test('with any address: it comes out of the link unchanged, and no value is filled in twice', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.stringMatching(/^sk-[0-9A-Za-z{}]{1,48}$/), (address, key) => {
        const link = fillChatTemplate('app://x?a={address}&c={cherryConfig}', { address, key })
        const read = new URLSearchParams(link.split('?')[1])
        expect(read.get('a')).toBe(address)
        expect(JSON.parse(Buffer.from(read.get('c') ?? '', 'base64').toString())).toMatchObject({ baseUrl: address })
      }),
      SEEDED,
    )
  })
})

test('a plain link gets the settings that such pages read; one with placeholders stays unchanged', () => {
  expect(templateOfLink('https://chat.example/')).toBe(
    'https://chat.example/#/?settings={"key":"{key}","url":"{address}"}',
  )
  expect(templateOfLink('https://chat.example/?k={key}')).toBe('https://chat.example/?k={key}')
})

test.each([
  ['https://a.example/#/?k={key}', false],
  ['https://a.example/?k={key}', true],
  ['https://a.example/?k={cherryConfig}#top', true],
  ['https://a.example/', false],
])('of %s the site’s server sees the key: %p', (template, isSeen) => {
  expect(showsKeyToServer(template)).toBe(isSeen)
})

describe('the target of a link', () => {
  test.each([
    ['https://app.nextchat.dev/#/?settings={"key":"{key}"}', 'https://app.nextchat.dev'],
    ['HTTP://Chat.Example:8080?x={key}', 'http://chat.example:8080'],
    ['  https://chat.example  ', 'https://chat.example'],
    ['https://чат.рф/{key}', 'https://xn--80a0bn.xn--p1ai'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
    ['https://evil.example\\@chat.example/', 'https://evil.example'],
  ])('%s: a page', (template, origin) => {
    expect(chatTarget(template)).toMatchObject({ kind: 'page', origin })
  })

  test.each(['cherrystudio://providers?data={cherryConfig}', 'ama://set', 'opencat://team', 'Deepchat://x'])(
    '%s: a program',
    template => {
      expect(chatTarget(template)?.kind).toBe('app')
    },
  )

  test.each([
    ...['javascript://%0aalert(1)', 'JavaScript://x', 'data://text/html,x', 'vbscript://x', 'file:///etc/passwd'],
    ...['javascript:alert(1)', 'blob://x', 'about://blank', '/chat', '//chat.example', 'chat.example', 'fluent', ''],
    ...[
      'https://{key}.example/',
      'https://user:pass@chat.example/',
      'https://',
      'https://a b/',
      'https://a;b.example/',
    ],
    ...['https://a,b.example/', "https://a'b.example/", 'https://{address}/', ' javascript://x'],
  ])('%s: nowhere', template => {
    expect(chatTarget(template)).toBeNull()
  })

  test('of any text: an origin that may stand in a policy, and that the browser opens', () => {
    const parts = fc.oneof(
      fc.constantFrom('https:', 'http:', '//', '/', '\\', '@', ':', '#', '?', '{key}', 'a.example', ';', ' ', '*', "'"),
      fc.string({ maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), pieces => {
        const template = `https://${pieces.join('')}`
        const target = chatTarget(template)
        if (target?.kind !== 'page') return
        expect(target.origin).toMatch(/^https?:\/\/[\w.:[\]-]+$/)
        expect(new URL(fillChatTemplate(template, PLACE)).origin).toBe(target.origin)
      }),
      SEEDED,
    )
  })
})
