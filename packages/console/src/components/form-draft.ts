import { useUser } from '../session/user.ts'

/** What a user changed in a form and did not save. */
export interface KeptDraft<Values> {
  changes: Partial<Values>
  /** What the changed fields were when the form was opened, and the version of the row then, where rows have versions. */
  from: Partial<Values>
  version?: number | undefined
}

/** What was typed into a form and not saved. It outlives a reload, the way back and a sign-in; not the tab. */
export interface FormDraft<Values> {
  /** What the user changed the last time. */
  read(): KeptDraft<Values> | undefined
  keep(draft: KeptDraft<Values>): void
  drop(): void
}

/** @param id names the form and the row it is about, such as `channel-12` */
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

/** Returns the values that differ from those the form began with. Secrets are never among them: they are not to be stored. */
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

/** Whether a secret was typed that no draft keeps. */
export const losesSecret = <Values extends object>(
  initial: Values,
  values: Values,
  secrets: readonly (keyof Values)[] = [],
): boolean => secrets.some(name => (values[name] ?? '') !== (initial[name] ?? ''))
