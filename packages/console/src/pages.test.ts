import { expect, test } from 'bun:test'
import { pages } from './pages.tsx'

test('an address belongs to one page', () => {
  const addresses = pages.flatMap(page => page.addresses)
  expect(addresses).toEqual([...new Set(addresses)])
  expect(addresses).toContain('*')
})

test('only home, set-up and chat are shown without the side menu', () => {
  const wide = pages.filter(({ wide }) => wide).map(({ title }) => title)
  expect(new Set(wide)).toEqual(new Set(['home', 'setup', 'chat'] as const))
})

test('pages of the admin group are for admins', () => {
  const misplaced = pages.filter(
    ({ menu, access }) => menu?.group === 'admin' && !['admin', 'root'].includes(menu.access ?? access),
  )
  expect(misplaced.map(page => page.title)).toEqual([])
})
