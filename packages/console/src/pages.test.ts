import { expect, test } from 'bun:test'
import { pages } from './pages.tsx'

test('an address belongs to one page', () => {
  const addresses = pages.flatMap(page => page.addresses)
  expect(addresses).toEqual([...new Set(addresses)])
  expect(addresses).toContain('*')
})

test('pages of the admin group are for admins', () => {
  const misplaced = pages.filter(
    page => page.menu?.group === 'admin' && page.access !== 'admin' && page.access !== 'root',
  )
  expect(misplaced.map(page => page.title)).toEqual([])
})
