import { timingSafeEqual } from 'node:crypto'
import { withoutTrailingSlashes } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { PeopleContext } from '../context.ts'

type Means = Pick<PeopleContext, 'db' | 'now' | 'secrets' | 'options'>

interface Recipient {
  id: number
  email: string
}

/** Where a user ends the mails: `page` asks them, `address` is for mail programs. Null: the server does not know its address. */
export function unsubscribeLinks({ options, secrets }: Pick<Means, 'options' | 'secrets'>, user: Recipient) {
  const server = withoutTrailingSlashes(options.get('ServerAddress'))
  if (server === '') return null
  const token = tokenOf(secrets, user)
  return { page: `${server}/unsubscribe?token=${token}`, address: `${server}/api/message/unsubscribe/${token}` }
}

/** It never ends, and holds for the address it was sent to. */
const tokenOf = ({ fingerprint }: Means['secrets'], { id, email }: Recipient): string =>
  `${id}.${fingerprint(`unsubscribe ${id} ${email}`)}`

/** @throws ApiError if the link is not ours, or the account or its address is gone */
export async function unsubscribe(app: Means, token: string): Promise<void> {
  const id = /^[1-9]\d{0,15}(?=\.)/.exec(token)?.[0]
  const user =
    id &&
    (await app.db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', Number(id))
      .where('deleted_at', 'is', null)
      .executeTakeFirst())
  if (!user || !isSame(token, tokenOf(app.secrets, user))) throw consoleError('unsubscribe_link_invalid')
  await setMailsWanted(app, user.id, false)
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export async function wantsMails({ db }: Pick<Means, 'db'>, userId: number): Promise<boolean> {
  const refusal = await db
    .selectFrom('mail_refusals')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return refusal === undefined
}

export async function setMailsWanted({ db, now }: Pick<Means, 'db' | 'now'>, userId: number, wanted: boolean) {
  if (wanted) await db.deleteFrom('mail_refusals').where('user_id', '=', userId).execute()
  else
    await db
      .insertInto('mail_refusals')
      .values({ user_id: userId, refused_at: now() })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return wanted
}
