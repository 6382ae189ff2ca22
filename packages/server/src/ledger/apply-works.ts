import type { Connection } from '../storage/statements.ts'
import type { Outcome } from '../storage/writer.ts'
import { type Books, extend, release, reserve, settle } from './books.ts'
import { readBooks } from './read-books.ts'
import { type Answers, LedgerRefusal, type Work } from './works.ts'
import { type WriteContext, writeBooks } from './write-books.ts'

export type Answer = Answers[Work['kind']]

/** Reads what the works touch, decides them one after the other, writes what changed. Runs inside one transaction. */
export async function applyWorks(
  on: Connection,
  works: readonly Work[],
  context: WriteContext,
): Promise<Outcome<Answer>[]> {
  const books = await readBooks(on, context.kind, works)
  const outcomes = works.map(work => decide(books, work))
  await writeBooks(on, books, context)
  return outcomes
}

/** A refusal is thrown before anything of the books is changed, so it concerns its own work alone. */
function decide(books: Books, work: Work): Outcome<Answer> {
  try {
    return { value: carryOut(books, work) }
  } catch (error) {
    if (error instanceof LedgerRefusal) return { error }
    throw error
  }
}

function carryOut(books: Books, work: Work): Answer {
  switch (work.kind) {
    case 'reserve':
      return reserve(books, work)
    case 'extend':
      return extend(books, work.requestId, work.amount)
    case 'settle':
      return settle(books, work)
    case 'release':
      release(books, work.requestId, work.log)
      return undefined
    case 'record':
      books.logs.push(work.log)
      return undefined
  }
}
