import {
  accessToChange,
  type OptionKey,
  optionKeys,
  optionLines,
  type Reason,
  type Right,
  ROLE,
  rightToChange,
} from '@tollgate/contract'
import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonMessage } from '../../lib/reason-message.ts'
import { lacks, useUser } from '../../session/user.ts'
import { useSaveOptions } from './api.ts'
import { asKept, isChange, reasonAgainst, type StoredOptions, type Texts } from './option-texts.ts'
import { useDrafts } from './use-drafts.ts'

/** What the page edits: the stored options, overlaid with unsaved input. */
export interface Settings {
  stored: StoredOptions
  textOf: (key: OptionKey) => string
  /** The typed text; undefined for an untouched option. */
  draftOf: (key: OptionKey) => string | undefined
  errorOf: (key: OptionKey) => string | undefined
  /** Whether changing it needs a higher role or a right. */
  isLocked: (key: OptionKey) => boolean
  /** The right that the user lacks to change it. */
  missingRight: (key: OptionKey) => Right | null
  /** `undefined` discards the draft. */
  write: (key: OptionKey, text: string | undefined) => void
  /** Shows why an option's text would be refused. */
  check: (key: OptionKey) => void
  changedAmong: (keys: OptionKey[]) => OptionKey[]
  isUnsaved: boolean
  discard: (keys: OptionKey[]) => void
  /** `failed`: the message if nothing was saved. */
  save: (keys: OptionKey[], failed?: string) => Promise<void>
}

/** Emptied together: the key is useless without the address. */
const emptiedWith: Partial<Record<OptionKey, OptionKey>> = { WorkerUrl: 'WorkerValidKey' }

/** Drafts survive a change of tab and a search, because the page keeps them for all sections. */
export function useSettings(stored: StoredOptions): Settings {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutateAsync: saveOptions } = useSaveOptions()
  const [drafts, setDrafts] = useDrafts()
  const user = useUser()
  const [errors, setErrors] = useState<Partial<Record<OptionKey, Reason | string>>>({})

  const textOf = (key: OptionKey) => drafts[key] ?? stored.textOf(key)
  const changedAmong = (keys: OptionKey[]) =>
    keys.filter(key => drafts[key] !== undefined && isChange(key, drafts[key], stored))
  const forget = (keys: OptionKey[]) => {
    setDrafts(drafts => omit(drafts, keys))
    setErrors(errors => omit(errors, keys))
  }

  const write = (key: OptionKey, text: string | undefined) => {
    const along = text?.trim() === '' ? emptiedWith[key] : undefined
    setDrafts(drafts => ({ ...drafts, [key]: text, ...(along && stored.isSecretSet(along) && { [along]: '' }) }))
    setErrors(errors => omit(errors, [key]))
  }

  const check = (key: OptionKey) => {
    if (drafts[key] !== undefined) setErrors({ ...errors, [key]: reasonAgainst(key, drafts[key]) })
  }

  const save = async (keys: OptionKey[], failed = t('settings.saveFailed')) => {
    const changed = changedAmong(keys)
    if (changed.length === 0) return void message.warning(t('settings.nothingChanged'))
    const reasons = changed.map(key => [key, reasonAgainst(key, textOf(key))] as const)
    if (reasons.some(([, reason]) => reason)) {
      setErrors({ ...errors, ...Object.fromEntries(reasons) })
      return void message.error(t('settings.checkInput'))
    }
    const texts = Object.fromEntries(changed.map(key => [key, asKept(key, textOf(key))]))
    const refused: Texts = await saveOptions(texts)
    const saved = changed.filter(key => refused[key] === undefined)
    // text typed during the save stays
    setDrafts(now =>
      omit(
        now,
        saved.filter(key => now[key] === drafts[key]),
      ),
    )
    setErrors(errors => ({ ...omit(errors, saved), ...refused }))
    if (saved.length === changed.length) message.success(t('settings.saved'))
    else message.error(saved.length > 0 ? t('settings.partlyFailed') : failed)
  }

  return {
    stored,
    textOf,
    draftOf: key => drafts[key],
    errorOf: key => sentenceOf(errors[key]),
    isLocked: key =>
      (user?.role ?? 0) < ROLE[accessToChange(key, stored.textOf(key), stored.textOf(key))] ||
      lacks(user, rightToChange(key)) !== null,
    missingRight: key => lacks(user, rightToChange(key)),
    write,
    check,
    changedAmong,
    isUnsaved: changedAmong(optionKeys).length > 0,
    discard: forget,
    save,
  }
}

/** Whether the switch an option depends on is on; true for an option without one. */
export function isActive(settings: Settings, key: OptionKey): boolean {
  const { activeWith } = optionLines[key]
  return activeWith === undefined || settings.textOf(activeWith) === 'true'
}

function sentenceOf(error: Reason | string | undefined): string | undefined {
  return typeof error === 'object' ? reasonMessage(error) : error
}

function omit<Values extends Texts | Partial<Record<OptionKey, unknown>>>(values: Values, keys: OptionKey[]): Values {
  const rest = { ...values }
  for (const key of keys) delete rest[key]
  return rest
}
