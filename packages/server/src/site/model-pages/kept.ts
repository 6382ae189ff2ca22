import type { SiteContext } from '../context.ts'

/** How long an answer is kept, because strangers can ask for it. */
const FRESH_SECONDS = 60

/** Makes of a read one whose answer is kept for a minute and shared by all who ask meanwhile. */
export function keptForAMinute<Answer>(
  read: (app: SiteContext) => Promise<Answer>,
): (app: SiteContext) => Promise<Answer> {
  const kept = new WeakMap<object, { at: number; answer: Promise<Answer> }>()
  return app => {
    const known = kept.get(app.options)
    if (known && app.now() - known.at < FRESH_SECONDS) return known.answer
    const answer = read(app)
    kept.set(app.options, { at: app.now(), answer })
    answer.catch(() => kept.delete(app.options))
    return answer
  }
}
