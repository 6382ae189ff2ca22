import { expect, test } from 'bun:test'
import { type Rows, readPage } from './page.ts'

const ROWS = [1, 2, 3, 4, 5]
const rowsOf = (all: number[], limit = 0, offset = 0): Rows<number> => ({
  limit: count => rowsOf(all, count, offset),
  offset: count => rowsOf(all, limit, count),
  execute: async () => all.slice(offset, offset + limit),
})

/** The page, and how often rows were counted for it. */
async function read(all: number[], p: number, page_size: number) {
  let counted = 0
  const count = {
    async executeTakeFirstOrThrow() {
      counted++
      return { total: all.length }
    },
  }
  const { items, total, page } = await readPage(rowsOf(all), count, { p, page_size }, row => row)
  return { items, total, page, counted }
}

test('a page knows how many rows there are, and counts them only if it is full or beyond the end', async () => {
  expect(await read(ROWS, 1, 2)).toEqual({ items: [1, 2], total: 5, page: 1, counted: 1 })
  expect(await read(ROWS, 0, 5)).toEqual({ items: ROWS, total: 5, page: 1, counted: 1 })
  expect(await read(ROWS, 3, 2)).toEqual({ items: [5], total: 5, page: 3, counted: 0 })
  expect(await read(ROWS, 9, 2)).toEqual({ items: [], total: 5, page: 9, counted: 1 })
  expect(await read(ROWS, 1, 9)).toEqual({ items: ROWS, total: 5, page: 1, counted: 0 })
  expect(await read([], 1, 9)).toEqual({ items: [], total: 0, page: 1, counted: 0 })
})
