import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  calls,
  IMPORT_FILE_NAME,
  type ImportedUser,
  type ImportReport,
  type ImportRun,
  type InputOf,
  type MirrorReport,
  type ReplyOf,
} from '@tollgate/contract'
import { send, sendBytes } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

const LOOK_EVERY_MS = 1_000
const MIRROR_EVERY_MS = 5_000
const PART_BYTES = 8 * 2 ** 20

export type Imports = ReplyOf<typeof calls.imports.list>

export const useImports = (): UseQueryResult<Imports> =>
  useQuery({ queryKey: ['imports'], queryFn: () => send(calls.imports.list), staleTime: 0 })

/** Polled while it runs. */
export const useImport = (id: number): UseQueryResult<ImportRun> =>
  useQuery({
    queryKey: ['imports', id],
    queryFn: () => send(calls.imports.read, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_EVERY_MS : false),
  })

/** The last proof, or else the dry run's findings: each is read once. */
export const useReport = (run: ImportRun | undefined): UseQueryResult<ImportReport | null> =>
  useQuery({
    queryKey: ['imports', run?.id, 'report', run?.looked_at, run?.proved_at],
    queryFn: () => send(calls.imports.report, { params: { id: run?.id ?? 0 } }),
    enabled: run !== undefined && run.looked_at + run.proved_at > 0,
    placeholderData: keepPreviousData,
  })

/** The figures of every user; a new proof has new ones. */
export const useImportedUsers = (id: number, provedAt: number): UseQueryResult<ImportedUser[]> =>
  useQuery({
    queryKey: ['imports', id, 'users', provedAt],
    queryFn: () => send(calls.imports.users, { params: { id } }),
    enabled: provedAt > 0,
    placeholderData: keepPreviousData,
  })

export const useLook = () =>
  useChange((body: InputOf<typeof calls.imports.create>['body']) => send(calls.imports.create, { body }), {
    of: 'imports',
    quiet: true,
  })

export type ImportAct = 'begin' | 'verify' | 'sync' | 'stop' | 'resume'

export const useImportAct = (id: number) =>
  useChange((act: ImportAct) => send(calls.imports[act], { params: { id } }), { of: 'imports' })

/** Another gateway's calls at the prices here; polled while they are read. */
export const useShadow = (id: number) =>
  useQuery({
    queryKey: ['imports', id, 'shadow'],
    queryFn: () => send(calls.imports.readShadow, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_EVERY_MS : false),
  })

export const useCompare = (id: number) =>
  useChange((since: number) => send(calls.imports.shadow, { params: { id }, body: { since } }), { of: 'imports' })

/** Copies of calls that are planned; looked at again while they come. */
export const useMirror = (): UseQueryResult<MirrorReport> =>
  useQuery({
    queryKey: ['mirror'],
    queryFn: () => send(calls.imports.mirror),
    refetchInterval: ({ state }) => (state.data?.is_on ? MIRROR_EVERY_MS : false),
  })

export const useMirrorSwitch = () =>
  useChange((isOn: boolean) => send(calls.options.update, { body: { key: 'mirror_setting.enabled', value: isOn } }), {
    of: ['mirror', 'options'],
  })

export const useClearMirror = () => useChange(() => send(calls.imports.clearMirror), { of: 'mirror' })

export const useRemoveFile = () =>
  useChange((name: string) => send(calls.imports.removeFile, { params: { name } }), { of: 'imports' })

interface Upload {
  file: File
  onShare(share: number): void
}

/** Uploads a file part by part, and returns its name on the server. */
export const useUpload = () =>
  useChange(
    async ({ file, onShare }: Upload) => {
      const name = nameThere(file.name)
      let at = 0
      do {
        const part = file.slice(at, at + PART_BYTES)
        const query = { at, is_last: at + part.size >= file.size }
        at = (await sendBytes(calls.imports.upload, { params: { name }, query }, part)).bytes
        onShare(file.size === 0 ? 1 : at / file.size)
      } while (at < file.size)
      return name
    },
    { of: 'imports', quiet: true },
  )

/** The server accepts names of plain letters, digits, dots and dashes. */
function nameThere(name: string): string {
  const plain = name
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(-120)
  return IMPORT_FILE_NAME.test(plain) ? plain : 'source'
}
