/**
 * Fills a gateway's drawing and task logs with rows of every kind: known and unknown words, failed and refunded, long ago. `bun
 * some-tasks.ts DATABASE_FILE USER_ID PICTURE_ADDRESS`
 */
import { Database } from 'bun:sqlite'

const [, , file, user = '1', picture = ''] = process.argv
const now = Date.now()
const DAY_MS = 86_400_000

type Values = Record<string, string | number>
const MINE = { user_id: Number(user), channel_id: 1 }

const drawing = (minutesAgo: number, seconds: number, more: Values): Values => ({
  ...MINE,
  submit_time: now - minutesAgo * 60_000,
  finish_time: seconds > 0 ? now - minutesAgo * 60_000 + seconds * 1000 : 0,
  ...more,
})
const DONE = { code: 1, status: 'SUCCESS', progress: '100%', quota: 50_000 }
const FAILED = { status: 'FAILURE', progress: '100%', quota: 50_000, refunded: 50_000 }
const PROMPT = 'A toll gate at dawn, fog over the road, wide angle, in the manner of an old etching'

const drawings: Values[] = [
  drawing(1, 0, {
    code: 1,
    action: 'IMAGINE',
    mj_id: 'd-running',
    status: 'IN_PROGRESS',
    progress: '47%',
    prompt: PROMPT,
  }),
  drawing(2, 0, { code: 22, action: 'VARIATION', mj_id: 'd-queued', status: 'SUBMITTED', progress: '0%' }),
  drawing(3, 41.5, {
    ...DONE,
    action: 'IMAGINE',
    mj_id: 'd-done',
    prompt: PROMPT,
    prompt_en: PROMPT,
    image_url: picture,
  }),
  drawing(5, 93.2, { ...DONE, action: 'UPSCALE', mj_id: 'd-slow', code: 21, image_url: picture && `${picture}?slow` }),
  drawing(6, 12, {
    ...FAILED,
    code: 24,
    action: 'IMAGINE',
    mj_id: 'd-failed',
    fail_reason: 'A banned word: “forbidden”',
  }),
  drawing(7, 20, { ...DONE, action: 'SKETCH_2027', mj_id: 'd-odd', status: 'PAUSED', progress: 'almost', code: 99 }),
  drawing(8, 20, {
    ...DONE,
    action: 'DESCRIBE',
    mj_id: 'd-script',
    image_url: 'javascript:alert(1)',
    prompt: '<b>bold</b>',
  }),
  drawing(9, 0, { action: 'MODAL', mj_id: '', code: 0, status: '', progress: '' }),
  ...Array.from({ length: 14 }, (_, at) => drawing(30 + at, 30, { ...DONE, action: 'BLEND', mj_id: `d-more-${at}` })),
  { ...drawing(0, 30, { ...DONE, action: 'ZOOM', mj_id: 'd-last-year' }), submit_time: now - 300 * DAY_MS },
  { ...drawing(0, 30, { ...DONE, action: 'PAN', mj_id: 'd-of-another' }), user_id: 999_999 },
]

const task = (minutesAgo: number, seconds: number, more: Values): Values => {
  // Within today at any time of day: the log shows today by default.
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const submitted = Math.floor(Math.max(midnight, now - minutesAgo * 60_000) / 1000)
  const times = { created_at: submitted, submit_time: submitted, finish_time: seconds > 0 ? submitted + seconds : 0 }
  return { ...MINE, ...times, ...more }
}
const SONG = JSON.stringify([{ id: 'clip-1', title: 'The gate', status: 'complete', metadata: { tags: 'folk' } }])

const tasks: Values[] = [
  task(1, 0, { platform: 'suno', action: 'MUSIC', task_id: 'task_running', status: 'IN_PROGRESS', progress: '30%' }),
  task(2, 0, { platform: 'suno', action: 'LYRICS', task_id: 'task_new', status: '', progress: '' }),
  task(4, 48, { ...DONE, platform: 'suno', action: 'MUSIC', task_id: 'task_song', data: SONG }),
  task(5, 340, { ...DONE, platform: 'kling', action: 'TEXT_TO_VIDEO', task_id: 'task_video', data: '{"private":1}' }),
  task(6, 15, {
    ...FAILED,
    platform: 'suno',
    action: 'MUSIC',
    task_id: 'task_failed',
    fail_reason: 'The words are too long',
  }),
  task(7, 15, {
    ...DONE,
    platform: 'suno',
    action: 'MUSIC',
    task_id: 'task_odd',
    status: 'REHEARSING',
    progress: '1/3',
  }),
  {
    ...task(0, 15, { ...DONE, platform: 'suno', action: 'MUSIC', task_id: 'task_last_week' }),
    submit_time: Math.floor((now - 7 * DAY_MS) / 1000),
  },
  { ...task(3, 15, { ...DONE, platform: 'suno', action: 'MUSIC', task_id: 'task_of_another' }), user_id: 999_999 },
].map(({ code, ...row }: Values) => row)

const db = new Database(file)
db.run('pragma busy_timeout = 5000')
insert('midjourneys', drawings)
insert('tasks', tasks)
db.close()

function insert(table: string, rows: Values[]): void {
  for (const row of rows) {
    const columns = Object.keys(row)
    const places = columns.map(() => '?').join(', ')
    db.run(`insert into ${table} (${columns.join(', ')}) values (${places})`, Object.values(row))
  }
}
