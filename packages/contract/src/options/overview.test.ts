import { expect, test } from 'bun:test'
import { type OptionKey, optionLines, optionTable } from './index.ts'

const read = (key: OptionKey, value: unknown) =>
  optionLines[key].read(typeof value === 'string' ? value : JSON.stringify(value))
const reasonOf = (key: OptionKey, value: unknown) => {
  const reading = read(key, value)
  return 'reason' in reading ? `${reading.reason.at ?? ''} ${reading.reason.code}`.trim() : 'accepted'
}

test('lists of other consoles of the family are taken over, without their ids', () => {
  const publishDate = '2026-01-31T09:30:00.000Z'
  expect(
    read('console_setting.announcements', [{ id: 3, content: 'News', publishDate, type: 'ongoing', extra: '' }]),
  ).toEqual({ value: [{ content: 'News', publishDate, type: 'ongoing', extra: '' }] })
  expect(
    read('console_setting.api_info', [{ id: 1, url: 'https://a.example', route: 'A', color: 'light-blue' }]),
  ).toEqual({ value: [{ url: 'https://a.example', route: 'A', description: '', color: 'light-blue' }] })
  expect(read('console_setting.faq', '')).toEqual({ value: [] })
})

test('a refused list says which entry, counted from 1, and why', () => {
  const date = '2026-01-31T09:30:00Z'
  const question = { question: 'Why?', answer: 'So.' }
  const maintenance = { title: 'Disks', from: date, until: '2026-01-31T10:30:00+02:00' }
  const page = { title: 'Help', slug: 'help', content: '# Help' }
  const kuma = { id: 1, categoryName: 'Ours', url: 'https://kuma.example', slug: 'ours', description: '' }
  for (const [key, value, reason] of [
    ['console_setting.faq', '{', 'not_json'],
    ['console_setting.faq', {}, 'not_list'],
    ['console_setting.faq', ['x'], '1 not_object'],
    ['console_setting.faq', [question, { ...question, answer: ' ' }], '2.answer empty'],
    ['console_setting.faq', [{ ...question, question: 'x'.repeat(201) }], '1.question too_long'],
    ['console_setting.faq', Array(101).fill(question), 'too_many'],
    ['console_setting.faq', Array(100).fill(question), 'accepted'],
    ['console_setting.announcements', [{ content: 'x', publishDate: 'tomorrow' }], '1.publishDate not_time'],
    ['console_setting.announcements', [{ content: 'x', publishDate: date, type: 'loud' }], '1.type not_choice'],
    ['console_setting.api_info', [{ url: 'javascript:alert(1)', route: 'x' }], '1.url not_address'],
    ['console_setting.api_info', [{ url: 'https://', route: 'x' }], '1.url not_address'],
    ['console_setting.api_info', [{ url: 'https://a.example', route: 'x', color: 'red;' }], '1.color not_choice'],
    ['PlannedMaintenance', [maintenance], '1.until not_after_start'],
    ['PlannedMaintenance', [{ ...maintenance, until: '2026-01-31T09:31:00Z' }], 'accepted'],
    ['OwnPages', [page], 'accepted'],
    ['OwnPages', [page, { ...page, slug: 'Help_2' }], 'accepted'],
    ['OwnPages', [page, { ...page, slug: 'a' }, { ...page, title: 'x' }], '3.slug slug_twice'],
    ['OwnPages', [{ ...page, slug: 'a/b' }], '1.slug not_slug'],
    ['OwnPages', [{ ...page, slug: '..' }], '1.slug not_slug'],
    ['OwnPages', [{ ...page, content: ' ' }], '1.content empty'],
    ['OwnPages', [{ ...page, content: 'x'.repeat(20_001) }], '1.content too_long'],
    ['OwnPages', [{ ...page, seen_by: 'root' }], '1.seen_by not_choice'],
    ['console_setting.uptime_kuma_groups', [kuma], 'accepted'],
    ['console_setting.uptime_kuma_groups', [{ ...kuma, url: 'file:///etc/passwd' }], '1.url not_address'],
    ['console_setting.uptime_kuma_groups', [{ ...kuma, slug: '../../x' }], '1.slug not_slug'],
    ['OverviewOrder', ['faq', 'wallet'], '2 not_choice'],
  ] as const)
    expect([key, reasonOf(key, value)]).toEqual([key, reason])
})

test('an order that leaves panels out has them at its end, and each once', () => {
  expect(optionTable.OverviewOrder.read('["faq","faq"]')).toEqual({
    value: ['faq', 'figures', 'announcements', 'status', 'api_info'],
  })
})

test('menu items lead to http(s) addresses and pages of this console alone', () => {
  const accepts = (address: string) => reasonOf('MenuItems', [{ label: 'x', address }]) === 'accepted'
  for (const address of ['https://a.example', 'http://a.example/b?c#d', '/pricing', '/', '/log?type=2'])
    expect([address, accepts(address)]).toEqual([address, true])
  for (const address of [
    '',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://a.example/x',
    'mailto:a@b.example',
    '//a.example',
    '/\\a.example',
    '\\\\a.example',
    '/\t/a.example',
    'a.example',
    'pricing',
    'https:a.example',
    'https://',
    'https:///a.example',
    'https://a b.example',
    `https://a.example/${'x'.repeat(500)}`,
  ])
    expect([address, accepts(address)]).toEqual([address, false])
})
