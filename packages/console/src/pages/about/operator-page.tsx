import { useQuery } from '@tanstack/react-query'
import type { calls } from '@tollgate/contract'
import type { ReactNode } from 'react'
import { OperatorContent } from '../../components/operator-content.tsx'
import { send } from '../../lib/call.ts'
import { LoadedPage } from './loaded-page.tsx'

interface OperatorPageProps {
  call: (typeof calls.status)['about' | 'userAgreement' | 'privacyPolicy']
  title: string
  /** The message if it cannot be loaded. */
  failed: string
  /** Shown if the operator has written nothing. */
  children: ReactNode
}

/** A page with the operator's text. */
export function OperatorPage({ call, title, failed, children }: OperatorPageProps) {
  const text = useQuery({ queryKey: ['operator page', call.path], queryFn: () => send(call) })
  return (
    <LoadedPage query={text} failed={failed}>
      {text => (text ? <OperatorContent text={text} title={title} /> : children)}
    </LoadedPage>
  )
}
