import { useUser } from '../session/user.ts'

/** What was typed into a form and not saved. It outlives a reload, the way back and a sign-in; not the tab. */
export interface FormDraft<Values> {
  /** What the user changed the last time. */
  read(): Partial<Values> | undefined
  keep(changes: Partial<Values>): void
  drop(): void
}

/** @param id names the form and the row it is about, such as `channel-12` */
export function useFormDraft<Values extends object>(id: string): FormDraft<Values> {
  const key = `draft-${useUser()?.id ?? 0}-${id}`
  return {
    read() {
      try {
        // Written by `keep` below, of the same form.
        return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    keep(changes) {
      try {
        sessionStorage.setItem(key, JSON.stringify(changes))
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
