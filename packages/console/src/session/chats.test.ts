import { expect, test } from 'bun:test'
import type { SiteStatus } from '@tollgate/contract'
import { chatsOf } from './chats.ts'

const status = (chats: SiteStatus['chats'], chat_link = '', chat_link2 = '') =>
  ({ chats, chat_link, chat_link2 }) as SiteStatus

test('chats keep the operator’s order, and are numbered by it', () => {
  expect(chatsOf(status([{ Zeta: 'https://z.example/{key}' }, { Alpha: 'a://{key}' }]))).toEqual([
    { name: 'Zeta', template: 'https://z.example/{key}', to: '/chat/0' },
    { name: 'Alpha', template: 'a://{key}', to: '/chat/1' },
  ])
})

test('a single link is named after its site and gets the usual settings', () => {
  expect(chatsOf(status([], '', 'https://chat.example/'))).toEqual([
    {
      name: 'chat.example',
      template: 'https://chat.example/#/?settings={"key":"{key}","url":"{address}"}',
      to: '/chat2link?link=2',
    },
  ])
  expect(chatsOf(status([], 'ama://set?key={key}')).map(({ name, to }) => [name, to])).toEqual([
    ['ama://set?key={key}', '/chat2link'],
  ])
})
