import { useQueries } from '@tanstack/react-query'
import { stored, useStored } from '../../lib/storage.ts'
import { usePaused } from '../../lib/use-paused.ts'
import { currentLanguage } from '../../phrases/index.ts'
import { mayOpen } from '../../session/guard.tsx'
import { useMay, useUser } from '../../session/user.ts'
import type { Entry } from './entry.ts'
import { ranked } from './rank.ts'
import { type Kind, type Source, sources } from './sources.ts'
import { useKnown } from './use-known.ts'

const TYPING_PAUSE_MS = 150
/** Matches shown of each kind. */
const MOST_SHOWN = 6
const FRESH_MS = 10_000

export interface Group {
  kind: Kind
  entries: readonly Entry[]
}

/** The matches of a query, by kind; the server is asked once typing pauses, and outdated requests are aborted. */
export function useFound(typed: string): { groups: Group[]; isAsking: boolean } {
  const query = typed.trim()
  const paused = usePaused(query, TYPING_PAUSE_MS)
  const user = useUser()
  const isAdmin = useMay('logs')
  const language = currentLanguage()
  const [isMasked] = useStored(stored.masked)
  const known = useKnown()
  const shown = sources.filter(({ access, right }) => mayOpen(access, user, right))
  const asked = shown.filter((source): source is Source & Required<Pick<Source, 'find'>> => source.find !== undefined)
  const answers = useQueries({
    queries: asked.map(({ kind, find }) => ({
      queryKey: ['palette', kind, language, isMasked, paused],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(paused, { signal, isAdmin, most: MOST_SHOWN }),
      enabled: paused !== '' && paused === query,
      staleTime: FRESH_MS,
      retry: false,
    })),
  })
  const entriesOf = ({ kind, list }: Source): readonly Entry[] => {
    // without a query only pages are offered, as in a menu
    if (list) return query === '' && kind === 'settings' ? [] : ranked(list(known), query, query ? MOST_SHOWN : 99)
    const found = answers[asked.findIndex(one => one.kind === kind)]?.data ?? []
    return query === '' || paused !== query ? [] : found
  }
  return {
    groups: shown
      .map(source => ({ kind: source.kind, entries: entriesOf(source) }))
      .filter(({ entries }) => entries.length > 0),
    isAsking: query !== '' && (paused !== query || answers.some(({ isFetching }) => isFetching)),
  }
}
