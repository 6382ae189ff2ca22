import {
  type Ask,
  type Converses,
  customToolsOf,
  type HostHabits,
  mediaToFetch,
  replaceMedia,
  upstreamDialects,
  withSystemPrompt,
  withWish,
} from '@tollgate/gateway'
import { nextTurn } from '../share-loop.ts'
import { defaultMaxTokens, type Outgoing, patched, type Route, writing } from './way.ts'

/** The request in the upstream's dialect, with all the channel makes of it. */
export async function writeAsk(outgoing: Outgoing, { model, wish, setting, patches }: Route, converses: Converses) {
  const { envelope, options } = outgoing
  const { dialect, origin, habits } = converses
  const limit = defaultMaxTokens(options, envelope.model, model)
  const asked = await withMedia(outgoing, habits)
  // reading a large one took long enough
  if (envelope.isLarge) await nextTurn()
  const prompted = setting.system_prompt
    ? withSystemPrompt(asked, setting.system_prompt, setting.system_prompt_override)
    : asked
  const ask = wish ? withWish(prompted, wish, { dialect, model, options, defaultMaxTokens: limit }) : prompted
  const context = { model, origin, habits, defaultMaxTokens: limit }
  const { body, losses } = writing(() => upstreamDialects[dialect].writeAsk(ask, context))
  const wanted = patches(name => body[name], losses)
  return { body: patched(JSON.stringify(body), wanted), losses, customTools: customToolsOf(ask) }
}

/** The request, with the data of what its upstream would not fetch itself. */
async function withMedia({ ask, fetchMedia }: Outgoing, habits: HostHabits | undefined): Promise<Ask> {
  const asked = ask()
  const missing = mediaToFetch(asked, habits)
  return missing.length > 0 ? replaceMedia(asked, await fetchMedia(missing)) : asked
}
