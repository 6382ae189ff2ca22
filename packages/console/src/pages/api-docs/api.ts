import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Access, calls } from '@tollgate/contract'
import { CallError } from '../../lib/call.ts'
import { t } from '../../phrases/index.ts'
import type { Schema } from './schema-text.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}

/** A call in the description that the server serves. */
export interface Operation {
  method: string
  path: string
  operationId: string
  tags: string[]
  summary: string
  /** `token`: a call of the relay, with a token's key. */
  'x-access': Access | 'token'
  'x-confirm'?: true
  'x-rate-limit'?: { attempts: number; windowSeconds: number }
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Described {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
}

/** Every call of the running server, in the order of its description, which has no envelope. */
export function useOperations(): UseQueryResult<Operation[]> {
  return useQuery({ queryKey: ['openapi'], queryFn: loadOperations, staleTime: Number.POSITIVE_INFINITY })
}

async function loadOperations(): Promise<Operation[]> {
  const response = await fetch(calls.openapi.document.path).catch(() => null)
  if (!response?.ok) throw new CallError(t('call.unreachable'), { code: 'network', status: response?.status ?? 0 })
  const { paths }: Described = await response.json()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
}
