import { expect, test } from 'bun:test'
import { clientGuides } from '@tollgate/contract'
import { lettersOf } from './monogram.tsx'

test('no two clients have the same letters', () => {
  const letters = clientGuides.map(({ name }) => lettersOf(name).toLowerCase())
  expect(letters).toEqual([...new Set(letters)])
  for (const each of letters) expect(each).toHaveLength(2)
})
