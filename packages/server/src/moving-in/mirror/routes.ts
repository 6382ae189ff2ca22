import { type ConsoleLanguage, calls, type ErrorParameters, fillIn, type MirrorSum } from '@tollgate/contract'
import { relaySentences } from '../../platform/messages/index.ts'
import { clearSums, mirrorSums } from '../../relay/mirror/store.ts'
import { serve } from '../../site/context.ts'

export const mirrorEndpoints = [
  serve(calls.imports.mirror, async (_, { app, language }) => {
    const sums = await mirrorSums(app.db)
    return {
      ...sums,
      is_on: app.options.get('mirror_setting.enabled'),
      reason: sums.reason.map(sum => ({ ...sum, name: sentenceOf(sum, language) })),
    }
  }),

  serve(calls.imports.clearMirror, async (_, { app }) => {
    await clearSums(app.db)
    return null
  }),
]

/** What its caller would have read. */
function sentenceOf({ key, name }: MirrorSum, language: ConsoleLanguage): string {
  const sentences: Readonly<Record<string, string>> = relaySentences[language]
  return fillIn(sentences[key] ?? key, name === '' ? {} : (JSON.parse(name) as ErrorParameters))
}
