import { isOptionKey, type OptionKey, type OptionValue, optionKeys, optionLines, optionTable } from '@tollgate/contract'
import type { Logger } from 'pino'
import type { ChangeEvents } from '../cluster/change-events.ts'
import { consoleError } from '../http/console-error.ts'
import type { Author, OptionStore } from './store.ts'

/** The typed values of all options, in memory. */
export interface Options {
  get<Key extends OptionKey>(key: Key): OptionValue<Key>
  /**
   * Parses, checks and stores a new value, then emits the change event `options`. Throws an `ApiError` and keeps the
   * old value if the new one is invalid or the stored one is no longer `expected`.
   */
  set(key: string, text: string, how?: { expected?: string | undefined; author?: Author }): Promise<void>
  /** Whether the stored text cannot be read: the default applies until another is set. */
  isBroken(key: OptionKey): boolean
  /** Returns all options except secret ones, as text. */
  all(): Array<{ key: OptionKey; value: string }>
  /** Returns for each secret option whether it is set. */
  secretsSet(): Record<string, boolean>
}

type Values = { [Key in OptionKey]: OptionValue<Key> }

/** Loads the stored options. A text that cannot be parsed is replaced by the default, with a warning. */
export async function loadOptions(store: OptionStore, changeEvents: ChangeEvents, log: Logger): Promise<Options> {
  let { values, broken } = readStored(await store.load(), log)
  let lastChange: Promise<void> = Promise.resolve()

  async function change(key: string, text: string, { expected, author }: Parameters<Options['set']>[2] = {}) {
    if (!isOptionKey(key)) throw consoleError('option_unknown', { key }, key)
    const line = optionLines[key]
    if (expected !== undefined && !line.secret && line.write(values[key]) !== expected)
      throw consoleError('option_changed_meanwhile', { key }, key)
    const reading = optionLines[key].read(text)
    if ('reason' in reading) throw consoleError('option_invalid', { key, reason: reading.reason }, key)
    checkNeeds(key, reading.value, values)
    await store.save(key, optionLines[key].write(reading.value), author)
    values = { ...values, [key]: reading.value }
    broken = broken.filter(other => other !== key)
  }

  /** Runs changes one by one, so that memory and store end with the same value. */
  function inTurn(act: () => Promise<void>): Promise<void> {
    const done = lastChange.then(act)
    lastChange = done.catch(() => undefined)
    return done
  }

  const set: Options['set'] = async (key, text, how) => {
    await inTurn(() => change(key, text, how))
    await changeEvents.emit('options')
  }

  // Another node may have changed options.
  changeEvents.on('options', () =>
    inTurn(async () => {
      ;({ values, broken } = readStored(await store.load(), log))
    }),
  )

  return {
    get: key => values[key],
    set,
    isBroken: key => broken.includes(key),
    all: () =>
      optionKeys
        .filter(key => !optionLines[key].secret)
        .map(key => ({ key, value: optionLines[key].write(values[key]) })),
    secretsSet: () =>
      Object.fromEntries(optionKeys.filter(key => optionLines[key].secret).map(key => [key, values[key] !== ''])),
  }
}

function readStored(
  stored: Awaited<ReturnType<OptionStore['load']>>,
  log: Logger,
): { values: Values; broken: OptionKey[] } {
  const values: Record<string, unknown> = Object.fromEntries(optionKeys.map(key => [key, optionTable[key].default]))
  const broken: OptionKey[] = []
  for (const { key, text } of stored) {
    if (!isOptionKey(key)) {
      log.warn({ key }, 'a stored option is unknown and was ignored')
      continue
    }
    const reading = text === null ? null : optionLines[key].read(text)
    if (reading && 'value' in reading) values[key] = reading.value
    else {
      broken.push(key)
      log.warn(
        { key, reason: reading?.reason ?? 'sealed under another SECRET_KEY' },
        'a stored option is invalid; its default is used',
      )
    }
  }
  // Every key has its default or a parsed value.
  return { values: values as Values, broken }
}

/**
 * Throws if an option is switched on before the options it needs are set, or if an option that an active switch needs
 * is cleared.
 */
function checkNeeds(key: OptionKey, value: unknown, values: Record<OptionKey, unknown>): void {
  const missing = value === true ? needsOf(key).filter(need => isBlank(values[need])) : []
  if (missing.length > 0) throw consoleError('option_needs', { key, needs: missing.join(', ') }, key)

  const user = isBlank(value) && optionKeys.find(other => values[other] === true && needsOf(other).includes(key))
  if (user) throw consoleError('option_in_use', { key, by: user }, key)
}

const needsOf = (key: OptionKey): readonly OptionKey[] => optionLines[key].needs ?? []
const isBlank = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)
