import type { z } from 'zod'
import type { RateLimited } from './calls/rate-limits.ts'
import type { TeamRole } from './entities/team.ts'
import type { NeededRight, Right } from './rights.ts'

/** Who may make a call. `public` calls get the caller too, if signed in. */
export type Access = 'public' | 'user' | 'admin' | 'root'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call between console and server: its path, its access, its input and its reply. */
export interface Call<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Beside extends z.ZodType = z.ZodType,
> {
  method: Method
  /** With parameters in braces: `/api/channel/{id}`. A trailing slash makes no difference. */
  path: string
  access: Access
  /** The minimum role that the caller must have in the team named by the parameter `id`. */
  team?: TeamRole
  /** The right that a limited administrator needs for it. */
  right?: NeededRight
  /** Additional rights that members of the body need. */
  memberRights?: Readonly<Record<string, Right>>
  summary: string
  /**
   * Needs a confirmation by the session's user that is at most ten minutes old. System access tokens cannot give one.
   */
  confirm?: true
  /** Open to administrators who have not yet set up the second factor that the operator requires. */
  beforeSecondFactor?: true
  /** How often it may be tried; further attempts are refused with 429 and `Retry-After`. */
  rateLimit?: RateLimited
  /** The content type of a body that is not JSON; the handler reads it. */
  rawBody?: string
  /** The content type of a reply that has no envelope. */
  rawType?: string
  params?: Path
  query?: Query
  body?: Body
  /** The shape of `data` in the reply. */
  reply: Reply
  /** The shape of members beside `data`, if the specification has any. */
  beside?: Beside
}

/** What a caller passes. */
export type InputOf<C> = (C extends { params: infer P extends z.ZodType } ? { params: z.input<P> } : unknown) &
  (C extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) &
  (C extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown)

/** The checked input that a handler receives. */
export type CheckedInputOf<C> = {
  params: C extends { params: infer P extends z.ZodType } ? z.output<P> : undefined
  query: C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
  body: C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
}

export type ReplyOf<C> = C extends { reply: infer R extends z.ZodType } ? z.output<R> : never
export type BesideOf<C> = C extends { beside: infer B extends z.ZodType } ? z.output<B> : unknown

/** Only a call for administrators names a right, and each of them must. */
type WithRight = { access: 'admin'; right: NeededRight } | { access: Exclude<Access, 'admin'>; right?: never }

/** Defines a call and keeps the exact types of its parts. */
export const call = <const C extends Call & WithRight>(definition: C): C => definition
