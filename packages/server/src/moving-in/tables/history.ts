import type { Source } from '../sources/source.ts'
import { type Cells, readAll } from './cells.ts'
import { type Move, takenIds } from './move.ts'

const DRAWING_TEXTS = [
  'action',
  'mj_id',
  'prompt',
  'prompt_en',
  'description',
  'state',
  'image_url',
  'video_url',
  'status',
  'progress',
  'fail_reason',
  'buttons',
  'properties',
] as const
const DRAWING_NUMBERS = ['code', 'submit_time', 'start_time', 'finish_time', 'quota'] as const
const TASK_TEXTS = [
  'task_id',
  'platform',
  'group',
  'action',
  'status',
  'fail_reason',
  'progress',
  'properties',
  'data',
] as const
const TASK_NUMBERS = ['created_at', 'updated_at', 'submit_time', 'start_time', 'finish_time', 'quota'] as const
/** The final states of a task. */
const ENDED: ReadonlySet<string> = new Set(['SUCCESS', 'FAILURE', 'CANCEL'])

const readWith =
  <Text extends string, Whole extends string>(texts: readonly Text[], numbers: readonly Whole[]) =>
  (cells: Cells) => ({
    id: cells.whole('id'),
    userId: cells.whole('user_id'),
    channelId: cells.whole('channel_id'),
    columns: {
      ...(Object.fromEntries(texts.map(name => [name, cells.text(name)])) as Record<Text, string>),
      ...(Object.fromEntries(numbers.map(name => [name, cells.whole(name)])) as Record<Whole, number>),
    },
  })

const drawingsOf = (source: Source) => readAll(source, 'midjourneys', readWith(DRAWING_TEXTS, DRAWING_NUMBERS))
const tasksOf = (source: Source) => readAll(source, 'tasks', readWith(TASK_TEXTS, TASK_NUMBERS))

/** Inserts drawings and tasks as history, which is never polled again. */
export async function moveHistory(move: Move): Promise<void> {
  const { db, source } = move
  await bring(move, 'midjourneys', 'drawing', drawingsOf(source), row =>
    db.insertInto('midjourneys').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  await bring(move, 'tasks', 'task', tasksOf(source), row =>
    db
      .insertInto('tasks')
      .values({ ...row, task_id: row.task_id || `task_${row.id ?? crypto.randomUUID()}` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
}

interface Ids {
  id?: number
  user_id: number
  channel_id: number
  is_open: number
}

async function bring<Columns extends { status: string }>(
  move: Move,
  table: 'midjourneys' | 'tasks',
  kind: 'drawing' | 'task',
  all: readonly { id: number; userId: number; channelId: number; columns: Columns }[],
  insert: (row: Columns & Ids) => Promise<{ id: number }>,
): Promise<void> {
  const taken = await takenIds(
    move.db,
    table,
    all.map(({ id }) => id),
  )
  const brought = []
  for (const one of [...all].sort((a, b) => Number(taken.has(a.id)) - Number(taken.has(b.id)) || a.id - b.id)) {
    const userId = move.rowOf('user', one.userId)
    if (move.rowOf(kind, one.id) !== undefined) continue
    if (userId === undefined) {
      move.note({ table, kind: 'left', text: 'Its user does not exist in the source.' }, one.id)
      continue
    }
    if (!ENDED.has(one.columns.status))
      move.note({ table, kind: 'asks', text: 'It had not ended: nobody here asks its upstream again.' }, one.id)
    const { id } = await insert({
      ...(!taken.has(one.id) && { id: one.id }),
      ...one.columns,
      user_id: userId,
      channel_id: move.rowOf('channel', one.channelId) ?? 0,
      is_open: 0,
    })
    brought.push({ sourceId: one.id, rowId: id })
  }
  await move.remember(kind, brought)
}
