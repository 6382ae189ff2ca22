import { type AccountEntry, type CheckedInputOf, calls, type Page, type Session } from '@tollgate/contract'
import { accountEntries } from '../../money/ledger/account-entries.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { sessionsOf } from '../../platform/sessions/store.ts'
import { toSession } from '../../platform/sessions/to-session.ts'
import { readPage } from '../../platform/storage/page.ts'
import { type PeopleContext, serve } from '../context.ts'
import { userBelow } from './user-below.ts'

/** A user's administrative history. Their calls are in the log. */
export const userHistoryEndpoints = [
  serve(calls.userAdmin.entries, ({ params, query }, { app }) => entriesOf(app, params.id, query)),

  serve(calls.userAdmin.sessions, ({ params }, { app, caller }) => sessionsBelow(app, caller, params.id)),
]

function entriesOf(
  { reports }: PeopleContext,
  userId: number,
  query: CheckedInputOf<typeof calls.userAdmin.entries>['query'],
): Promise<Page<AccountEntry>> {
  const { rows, count } = accountEntries(reports, userId)
  return readPage(rows, count, query, row => row)
}

async function sessionsBelow({ db, now }: PeopleContext, caller: Caller, userId: number): Promise<Session[]> {
  await userBelow(db, caller, userId)
  return (await sessionsOf(db, userId, now())).map(toSession)
}
