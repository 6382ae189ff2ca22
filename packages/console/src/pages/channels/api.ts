import { keepPreviousData, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import {
  CHANNEL_STATUS,
  type Channel,
  type ChannelType,
  calls,
  type InputOf,
  type ListedChannel,
  type Page,
} from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send } from '../../lib/call.ts'
import { readStored, stored, writeStored } from '../../lib/storage.ts'
import { useChange } from '../../lib/use-change.ts'
import { type ChannelLine, tagLines } from './tags/tag-lines.ts'

export const CHANNEL_FILTERS = ['keyword', 'group', 'model', 'tag', 'status', 'type', 'health'] as const
export type ChannelFilter = (typeof CHANNEL_FILTERS)[number]
export type ChannelList = ListState<ChannelFilter, 'channels'>

/** The queries affected by a channel's change, including the models that users may call. */
export const CHANGED = ['channels', 'usable-models'] as const

interface View {
  idSort: boolean
  tagMode: boolean
}

/** Highest priority first, or with `idSort` newest first; with tags, a page of tags, each with its channels. */
export const useChannels = (list: ChannelList, view: View): UseQueryResult<Page<ChannelLine>> =>
  useQuery({
    ...pageOfChannels(list, view),
    select: view.tagMode ? byTags : undefined,
    placeholderData: keepPreviousData,
  })

/** The query of a page of channels, and its cache key. */
export function pageOfChannels(list: ChannelList, { idSort, tagMode }: View) {
  const view = { sort: list.sort, id_sort: idSort, tag_mode: tagMode, hours: true }
  const query = { ...list.filters, ...view, p: list.page, page_size: list.pageSize }
  return {
    queryKey: ['channels', query] as const,
    queryFn: () => (list.isFiltered ? send(calls.channels.search, { query }) : send(calls.channels.list, { query })),
  }
}

/** Reads pages of the rows that pass the list's filters. */
export const readChannels =
  (list: ChannelList, view: View) =>
  (page: { p: number; page_size: number }): Promise<Page<ListedChannel>> => {
    const [, query] = pageOfChannels(list, view).queryKey
    return send(calls.channels.search, { query: { ...query, hours: false, ...page } })
  }

const byTags = (page: Page<ListedChannel>): Page<ChannelLine> => ({ ...page, items: tagLines(page.items) })

export function useChannel(id: number | undefined): UseQueryResult<Channel> {
  return useQuery({
    queryKey: ['channel', id],
    queryFn: () => send(calls.channels.get, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    // a form starts from what is stored now
    gcTime: 0,
  })
}

export function useGroups(): string[] {
  return useQuery({ queryKey: ['groups'], queryFn: () => send(calls.status.groups) }).data ?? []
}

/** The types of channels, in form order. */
export function useChannelTypes(): ChannelType[] {
  const types = useQuery({
    queryKey: ['channel-types'],
    queryFn: () => send(calls.channels.types),
    staleTime: Infinity,
  })
  return types.data ?? NO_TYPES
}

const NO_TYPES: ChannelType[] = []

/** undefined: unknown, or not loaded yet. */
export const useChannelType = (type: number | undefined): ChannelType | undefined =>
  useChannelTypes().find(known => known.type === type)

/** They change with the server's version. */
const MODELS_FRESH_MS = 600_000

/** Channel type → its known model names: the locally stored ones at once, the server's as soon as it answers. */
export function useModelsByType(): UseQueryResult<Record<string, string[]>> {
  return useQuery({
    queryKey: ['models-by-type'],
    queryFn: async () => {
      const models = await send(calls.status.models)
      writeStored(stored.channelModels, models)
      return models
    },
    initialData: () => readStored(stored.channelModels) ?? undefined,
    initialDataUpdatedAt: 0,
    staleTime: MODELS_FRESH_MS,
  })
}

export type NewChannel = InputOf<typeof calls.channels.create>['body']
export type ChannelChange = InputOf<typeof calls.channels.update>['body']

/** The form shows errors, so these two are quiet. */
export const useCreateChannel = () =>
  useChange((body: NewChannel) => send(calls.channels.create, { body }), { of: CHANGED, quiet: true })
export const useSaveChannel = () =>
  useChange((body: ChannelChange) => send(calls.channels.update, { body }), { of: CHANGED, quiet: true })

export const useSwitchChannel = () =>
  useChange(
    ({ id, isOn }: { id: number; isOn: boolean }) =>
      send(calls.channels.update, { body: { id, status: isOn ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled } }),
    { of: CHANGED },
  )
export const useChangeChannel = () =>
  useChange((body: ChannelChange) => send(calls.channels.update, { body }), { of: CHANGED })
/** Versions that this page's own changes made, by channel; the list may be older. */
const ownVersions = new Map<number, number>()

/** Changes a number of a row as shown; if the row is outdated, the user is told. */
export const useChangeNumber = () =>
  useChange(
    async ({ id, version, ...numbers }: { id: number; version: number; priority?: number; weight?: number }) => {
      const own = ownVersions.get(id) ?? 0
      const stored = await send(calls.channels.update, { body: { id, ...numbers, version: Math.max(version, own) } })
      ownVersions.set(id, stored.version)
    },
    { of: CHANGED, inTurn: 'channel-numbers' },
  )
export const useDeleteChannel = () =>
  useChange((id: number) => send(calls.channels.remove, { params: { id } }), { of: CHANGED })
export const useRevealKey = () =>
  useMutation({ mutationFn: (id: number) => send(calls.channels.key, { params: { id } }) })

/** The page reports the failure. */
export const useCopyChannel = () =>
  useChange(
    ({ id, name }: { id: number; name: string }) => send(calls.channels.copy, { params: { id }, body: { name } }),
    { of: CHANGED, quiet: true },
  )

export const useDeleteDisabled = () => useChange(() => send(calls.manyChannels.removeDisabled), { of: CHANGED })
export const useRepair = () => useChange(() => send(calls.manyChannels.repair), { of: CHANGED })
