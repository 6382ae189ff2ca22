import { numberFormat } from '@tollgate/contract'
import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import { i18n } from '../phrases/index.ts'

export { formatQuota, shortenNumber } from '@tollgate/contract'

dayjs.extend(relativeTime)

/** With the language's own grouping: `1,234,567`. */
export function formatNumber(value: number, decimals?: number): string {
  return inDigits(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** `$2.50`; amounts below a cent, and odd ones, with as many digits as needed: `$0.00125`, `$0.075`. */
export function formatPrice(dollars: number): string {
  const exact = Number(dollars.toPrecision(12))
  const isPlain = exact === 0 || (exact >= CENT && Number(exact.toFixed(2)) === exact)
  const digits = isPlain ? TWO_DECIMALS : { maximumSignificantDigits: SIGNIFICANT }
  return `$${numberFormat('en', digits).format(exact)}`
}

/** An amount of a payment currency: `12.00 USD`; the Epay gateway's is written as yuan: `¥73.00`. */
export const formatMoney = (amount: number | string, currency: string): string => {
  const text = Number(amount).toFixed(2)
  return currency === '' ? `¥${text}` : `${text} ${currency.toUpperCase()}`
}

/** A share with its sign in the user's language: `+20%`, `−7.5%`, `0%`. */
export const formatMargin = (share: number): string =>
  inDigits(share, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** A share in the user's language, with at most one decimal or with a fixed number: `99.6%`; `99,6 %`. */
export const formatShare = (share: number, decimals?: number): string =>
  inDigits(share, {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals ?? 1,
  })

/** Unix seconds as the hour of the day in the browser's time zone: `18:00`. */
export const formatHour = (unixSeconds: number): string => dayjs.unix(unixSeconds).format('HH:mm')

/** Tokens in short, as in model names: `128K`, `1M`. */
export const formatTokens = (tokens: number): string =>
  numberFormat('en', { notation: 'compact', maximumFractionDigits: tokens < 1_000_000 ? 0 : 1 }).format(tokens)

const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in the user's language, by thousands: `1.5 GB`. */
export const formatBytes = (bytes: number): string => inBytes(bytes)

/** A change of a size: `+1.5 GB`, `-3 kB`, `0 byte`. */
export const formatByteChange = (bytes: number): string => inBytes(bytes, { signDisplay: 'exceptZero' })

/** A change of a number: `+1,234`, `-5`, `0`. */
export const formatChange = (value: number): string => inDigits(value, { signDisplay: 'exceptZero' })

function inBytes(bytes: number, options: Intl.NumberFormatOptions = {}): string {
  const step = Math.min(BYTES.length - 1, Math.floor(Math.log10(Math.max(1, Math.abs(bytes))) / 3))
  return inDigits(bytes / 1000 ** step, {
    style: 'unit',
    unit: BYTES[step],
    unitDisplay: 'short',
    maximumSignificantDigits: 3,
    ...options,
  })
}

/** In the user's language. */
const inDigits = (value: number, options: Intl.NumberFormatOptions): string =>
  numberFormat(i18n.language, options).format(value)

const CENT = 0.01
const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const SIGNIFICANT = 4

/** Unix seconds as `2026-01-31 18:05:09` in the browser's time zone. */
export function formatTime(unixSeconds: number): string {
  return dayjs.unix(unixSeconds).format('YYYY-MM-DD HH:mm:ss')
}

/** The day in UTC in the user's language: `31 Jan`. */
export const formatUtcDay = (unixSeconds: number): string =>
  new Date(unixSeconds * 1000).toLocaleDateString(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Unix seconds as `18:05:09` today, `01-31 18:05:09` this year, else with the year, in the browser's time zone. */
export function formatDayTime(unixSeconds: number): string {
  const at = dayjs.unix(unixSeconds)
  const now = dayjs()
  if (at.isSame(now, 'day')) return at.format('HH:mm:ss')
  return at.format(at.isSame(now, 'year') ? 'MM-DD HH:mm:ss' : 'YYYY-MM-DD HH:mm:ss')
}

/** The browser's time zone now: `UTC+3`, `UTC-3:30`, `UTC`. */
export function zoneName(): string {
  const minutes = dayjs().utcOffset()
  if (minutes === 0) return 'UTC'
  const rest = Math.abs(minutes) % 60
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(Math.abs(minutes) / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/** Unix seconds as “3 min. ago” in the user's language. */
export function formatRelativeTime(unixSeconds: number): string {
  const distance = unixSeconds - Date.now() / 1000
  const [unit, seconds] = SPANS.find(([, length]) => Math.abs(distance) >= length) ?? SECOND
  return spaced(relativeWords(i18n.language).format(Math.round(distance / seconds), unit))
}

/** Time since then in the user's language: “3 days”. */
export function formatElapsed(unixSeconds: number): string {
  const elapsed = Date.now() / 1000 - unixSeconds
  const [unit, seconds] = SPANS.find(([, length]) => elapsed >= length) ?? SECOND
  return inWholeUnits(Math.floor(elapsed / seconds), unit)
}

/** A length of time in the user's language: “1 day”. */
export function formatSpan(length: number): string {
  const [unit, seconds] = SPANS.find(([, seconds]) => length >= seconds) ?? SECOND
  return inWholeUnits(length / seconds, unit)
}

/** A length of time in whole days, below one in whole hours, rounded down: “45 days”. */
export function formatDays(length: number): string {
  const [unit, seconds] = length >= DAY_SECONDS ? (['day', DAY_SECONDS] as const) : (['hour', HOUR_SECONDS] as const)
  return inWholeUnits(Math.floor(length / seconds), unit)
}

const inWholeUnits = (value: number, unit: string): string =>
  spaced(inDigits(value, { style: 'unit', unit, unitDisplay: 'long' }))

/** Numbers spaced as in the console's Chinese sentences: `3 天前`. */
const spaced = (words: string): string => words.replace(/(\d)(?=\p{Script=Han})/u, '$1 ')

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

const SECOND: [Intl.RelativeTimeFormatUnit, number] = ['second', 1]
const SPANS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  SECOND,
]

/** Creating one costs more than using it a thousand times. */
const relativeWordsMade = new Map<string, Intl.RelativeTimeFormat>()
function relativeWords(language: string): Intl.RelativeTimeFormat {
  const made =
    relativeWordsMade.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  relativeWordsMade.set(language, made)
  return made
}

/** A short length of time in the user's language: `850ms`, `3.2s`, `2m 5s`; `850 мс`. */
export function formatDuration(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  // `Intl` has only a word for it in Vietnamese, which is too long for a column.
  if (milliseconds < 1000) return i18n.language === 'vi' ? `${milliseconds} ms` : inUnit(milliseconds, 'millisecond')
  if (Math.round(seconds * 10) < 600) return inUnit(seconds, 'second', 1)
  const whole = Math.round(seconds)
  return `${inUnit(Math.floor(whole / 60), 'minute')} ${inUnit(whole % 60, 'second')}`
}

const inUnit = (value: number, unit: string, decimals = 0): string =>
  inDigits(value, {
    style: 'unit',
    unit,
    // French has a space before a unit, which `Intl` leaves out of its narrow form.
    unitDisplay: i18n.language === 'fr' ? 'short' : 'narrow',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
