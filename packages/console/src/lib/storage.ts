import type { InboxCounts, ListName, ListView, MenuItem, SiteStatus, User } from '@tollgate/contract'
import { useSyncExternalStore } from 'react'

/** One remembered value: its local-storage key and how its text is read and written. */
export interface Stored<Value> {
  key: string
  read: (text: string | null) => Value
  write: (value: Value) => string | null
}

/** The choices for a client. */
export interface ConnectChoice {
  token?: number
  model?: string
}

/** A token that was given to a chat, and the chat's target at that time. */
export interface ChatKey {
  token: number
  place: string
}

/** A user's arrangement of a list's columns. */
export interface ColumnLayout {
  /** Keys of columns. */
  order?: string[]
  /** Pixels, by column. */
  widths?: Record<string, number>
}

/** The stored settings of a list's columns: whether each is shown, and their layout. */
export interface StoredColumns {
  shown: Stored<Record<string, boolean> | null>
  layout: Stored<ColumnLayout>
}

/** All values that the console stores in the browser. */
export const stored = {
  user: json<User | null>('user', null),
  status: json<SiteStatus | null>('status', null),
  /** Channel type → the model names known for it. */
  channelModels: json<Record<string, string[]> | null>('channel_models', null),
  themeMode: text('theme-mode'),
  language: text('i18nextLng'),
  sidebarCollapsed: flag('default_collapse_sidebar'),
  chatsUnfolded: flag('chats_unfolded'),
  dataExportEnabled: flag('enable_data_export'),
  drawingEnabled: flag('enable_drawing'),
  taskEnabled: flag('enable_task'),
  drawingNotifyEnabled: flag('mj_notify_enabled'),
  footerHtml: text('footer_html'),
  chats: text('chats'),
  channelColumns: columns('channels'),
  logColumns: columns('logs'),
  drawingColumns: columns('drawings'),
  taskColumns: columns('tasks'),
  userColumns: columns('users'),
  tokenColumns: columns('tokens'),
  redemptionColumns: columns('redemptions'),
  priceColumns: columns('prices'),
  modelPriceColumns: columns('models-prices'),
  hourColumns: columns('channel-hours'),
  orderColumns: columns('orders'),
  subscriptionColumns: columns('subscriptions'),
  channelIdSort: flag('id-sort'),
  channelTagMode: flag('enable-tag-mode'),
  channelBatchDelete: flag('enable-batch-delete'),
  channelPageSize: number('channels-page-size'),
  tokenPageSize: number('tokens-page-size'),
  logPageSize: number('logs-page-size'),
  drawingPageSize: number('drawings-page-size'),
  taskPageSize: number('tasks-page-size'),
  /** Views of each list, kept here before the server kept them. */
  listViews: json<Partial<Record<ListName, ListView[]>>>('list-views', {}),
  logTimeRelative: flag('logs-time-relative'),
  redemptionPageSize: number('redemptions-page-size'),
  planPageSize: number('plans-page-size'),
  subscriptionPageSize: number('subscriptions-page-size'),
  listedOrderPageSize: number('listed-orders-page-size'),
  orderPageSize: number('orders-page-size'),
  userPageSize: number('users-page-size'),
  messagePageSize: number('messages-page-size'),
  entryPageSize: number('entries-page-size'),
  /** The invite code a visitor came with. */
  inviteCode: text('aff'),
  noticeRead: text('notice-read'),
  /** Whether balances, keys, addresses and names are hidden, because others see the screen. */
  masked: flag('masked'),
  /** The user’s messages, as last counted. */
  inbox: json<InboxCounts>('inbox', { total: 0, unread: 0 }),
  /** The operator's entries of the menu that the user sees. */
  menuItems: json<MenuItem[] | null>('menu-items', null),
  modelsExpanded: flag('models-expanded'),
  connectClient: text('connect-client'),
  /** For each client: the token and the model chosen for it. */
  connectChoices: json<Record<string, ConnectChoice>>('connect-choices', {}),
  /** For each user and chat. */
  chatKeys: json<Record<string, ChatKey>>('chat-keys', {}),
  firstStepsHidden: flag('first-steps-hidden'),
  /** Whether the server has reported them as done. */
  firstStepsDone: flag('first-steps-done'),
}

/** The last parsed values, so that equal ones stay identical: a list's rows share them. */
const readings = new WeakMap<object, { raw: string | null; value: unknown }>()

export function readStored<Value>(entry: Stored<Value>): Value {
  const raw = readText(entry.key)
  const known = readings.get(entry)
  if (known?.raw === raw) return known.value as Value // of this entry
  const value = entry.read(raw)
  readings.set(entry, { raw, value })
  return value
}

export const isStored = (entry: { key: string }): boolean => readText(entry.key) !== null

/** Stores a value, or deletes it if its text is `null`, and updates every `useStored` of this tab. */
export function writeStored<Value>(entry: Stored<Value>, value: Value): void {
  const written = entry.write(value)
  try {
    if (written === null) localStorage.removeItem(entry.key)
    else localStorage.setItem(entry.key, written)
  } catch {
    // Storage is full or blocked: the value lasts as long as the page.
    unsaved.set(entry.key, written)
  }
  for (const listener of listeners) listener()
}

/** A remembered value as state; follows writes of this tab and of others. */
export function useStored<Value>(entry: Stored<Value>): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(subscribe, () => readStored(entry))
  return [value, next => writeStored(entry, next)]
}

const listeners = new Set<() => void>()
const unsaved = new Map<string, string | null>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Writes of another tab.
addEventListener('storage', () => {
  for (const listener of listeners) listener()
})

function readText(key: string): string | null {
  const kept = unsaved.get(key)
  if (kept !== undefined) return kept
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function text(key: string): Stored<string> {
  return { key, read: raw => raw ?? '', write: value => value || null }
}

function flag(key: string): Stored<boolean> {
  return { key, read: raw => raw === 'true', write: String }
}

/** `null` if nothing usable is remembered. */
function number(key: string): Stored<number | null> {
  return {
    key,
    read: raw => (raw !== null && Number.isFinite(Number(raw)) ? Number(raw) : null),
    write: value => (value === null ? null : String(value)),
  }
}

function columns(list: string): StoredColumns {
  return {
    shown: json<Record<string, boolean> | null>(`${list}-table-columns`, null),
    layout: json<ColumnLayout>(`${list}-table-layout`, {}),
  }
}

function json<Value>(key: string, absent: Value): Stored<Value> {
  return {
    key,
    read: raw => {
      if (raw === null) return absent
      try {
        // Written by `write` below; a hand-edited text that does not parse counts as absent.
        return JSON.parse(raw) as Value
      } catch {
        return absent
      }
    },
    write: value => (value === null ? null : JSON.stringify(value)),
  }
}
