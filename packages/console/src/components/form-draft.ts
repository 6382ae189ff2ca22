import { useUser } from '../session/user.ts'

/** A user's unsaved changes to a form. */
export interface KeptDraft<Values> {
  changes: Partial<Values>
  /** The values of the changed fields when the form was opened, and the row's version then, if rows have versions. */
  from: Partial<Values>
  version?: number | undefined
}

/** Unsaved input of a form. It survives a reload, the back button and a sign-in, but not the tab. */
export interface FormDraft<Values> {
  /** The user's last unsaved changes. */
  read(): KeptDraft<Values> | undefined
  keep(draft: KeptDraft<Values>): void
  drop(): void
}

/** @param id names the form and its row, such as `channel-12` */
export function useFormDraft<Values extends object>(id: string): FormDraft<Values> {
  const key = `draft-${useUser()?.id ?? 0}-${id}`
  return {
    read() {
      try {
        // Written by `keep` below, of the same form.
        const kept: Partial<KeptDraft<Values>> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
        return kept?.changes && { from: {}, ...kept, changes: kept.changes }
      } catch {
        return undefined
      }
    },
    keep(draft) {
      try {
        sessionStorage.setItem(key, JSON.stringify(draft))
      } catch {
        // Storage is full or blocked: the form itself still asks before it closes.
      }
    },
    drop: () => sessionStorage.removeItem(key),
  }
}

/** Returns the values that differ from the form's initial ones, except secrets, which are not stored. */
export function changesOf<Values extends object>(
  initial: Values,
  values: Values,
  secrets: readonly (keyof Values)[] = [],
): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[]
  const isChanged = (name: keyof Values) => JSON.stringify(values[name]) !== JSON.stringify(initial[name])
  return Object.fromEntries(
    names.filter(name => isChanged(name) && !secrets.includes(name)).map(name => [name, values[name]]),
  ) as Partial<Values>
}

/** Whether a secret was typed, which drafts do not store. */
export const losesSecret = <Values extends object>(
  initial: Values,
  values: Values,
  secrets: readonly (keyof Values)[] = [],
): boolean => secrets.some(name => (values[name] ?? '') !== (initial[name] ?? ''))
