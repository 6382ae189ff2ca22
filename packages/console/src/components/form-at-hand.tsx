import { useEffect, useState } from 'react'
import { later } from '../lib/later.ts'

export interface PreparedForm {
  prepare(): Promise<void>
}

const useUnseenFields = later(() => import('./unseen-fields.tsx'))
const SIGNS = ['pointerover', 'focusin']

/** Prepares the form of a list once the pointer or the focus is in the page, so that the first opening is as quick as others. */
export function FormAtHand({ form }: { form: PreparedForm }) {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear) return void form.prepare()
    const come = ({ target }: Event) => setNear(target instanceof Element && target.closest('main') !== null)
    for (const sign of SIGNS) addEventListener(sign, come)
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, come)
    }
  }, [isNear, form])
  const UnseenFields = useUnseenFields(isNear)
  return UnseenFields && <UnseenFields />
}
