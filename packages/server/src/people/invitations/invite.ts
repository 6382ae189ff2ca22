import { randomBytes } from 'node:crypto'
import {
  type CheckedInputOf,
  type ConsoleLanguage,
  type calls,
  type Invitation,
  OPEN_INVITATIONS_MAX,
  ROLE,
  withBroughtRights,
} from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { mailSentences } from '../../platform/messages/index.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { lockName } from '../../platform/storage/lock-name.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { PeopleContext } from '../context.ts'
import { checkMail } from '../registration/check-mail.ts'
import { fingerprintOf, listInvitations } from './store.ts'

type Form = CheckedInputOf<typeof calls.invitations.create>['body']

const DAY = 86_400
const CODE_BYTES = 32

/**
 * Makes an invitation to the site. Its code is mailed if an address is given, else returned: a code that was mailed
 * proves who owns the address.
 */
export async function invite(
  actor: Actor<PeopleContext>,
  form: Form,
  language: ConsoleLanguage,
): Promise<Invitation & { code?: string }> {
  const { app, caller, clientIp } = actor
  const { group, email, days } = form
  if (group !== '' && !Object.hasOwn(app.options.get('GroupRatio'), group))
    throw consoleError('invitation_group_unknown', { group }, 'group')
  if (email !== '') checkMail(app, email, clientIp)
  const code = randomBytes(CODE_BYTES).toString('hex')
  const id = await store(actor, form, code)
  const [made] = await listInvitations(app.db, app.now(), id)
  if (!made) throw consoleError('invitation_over')
  if (email === '') return { ...made, code }
  const link = `${app.options.get('ServerAddress')}/invitation#${code}`
  const values = { site: app.options.get('SystemName'), name: caller.username, link, days }
  try {
    await sendMail(app, email, mailSentences[language].invitation, values)
  } catch (error) {
    // Nobody knows its code.
    await withdraw(actor, id)
    throw error
  }
  return made
}

function store(actor: Actor<PeopleContext>, { role, rights, group, email, days }: Form, code: string): Promise<number> {
  const { app, caller } = actor
  const limited = role === ROLE.admin && rights ? withBroughtRights(rights) : null
  return inTransaction(app.db, async db => {
    await lockName(db, 'invitations')
    const open = db.selectFrom('invitations').where('state', '=', 'open').where('expires_at', '>', app.now())
    const { count } = await open.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    if (Number(count) >= OPEN_INVITATIONS_MAX) throw consoleError('invitations_full', { limit: OPEN_INVITATIONS_MAX })
    const gift = { role, rights: limited?.join(',') ?? null, group, email }
    const times = { created_at: app.now(), expires_at: app.now() + days * DAY }
    const row = { ...gift, ...times, fingerprint: fingerprintOf(code, app), invited_by: caller.id }
    const { id } = await db.insertInto('invitations').values(row).returning('id').executeTakeFirstOrThrow()
    if (limited) await recordAct(actor, 'limited_admin_invited', { id, rights: { rights: limited } }, { db })
    else await recordAct(actor, role === ROLE.admin ? 'admin_invited' : 'user_invited', { id }, { db })
    return id
  })
}

/** @throws ApiError if it is no longer open */
export function withdraw(actor: Actor<PeopleContext>, id: number): Promise<void> {
  const { app } = actor
  return inTransaction(app.db, async db => {
    const { numUpdatedRows } = await db
      .updateTable('invitations')
      .set({ state: 'withdrawn' })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('expires_at', '>', app.now())
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw consoleError('invitation_over')
    await recordAct(actor, 'invitation_withdrawn', { id }, { db })
  })
}
