import type { z } from 'zod'

/** Who may make a call. `public` calls know the caller when there is one. */
export type Access = 'public' | 'user' | 'admin' | 'root'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call between console and server: where it lives, who may make it, what goes in and what comes out. */
export interface Call<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Beside extends z.ZodType = z.ZodType,
> {
  method: Method
  /** With parameters in braces: `/api/channel/{id}`. Trailing slashes do not matter. */
  path: string
  access: Access
  summary: string
  params?: Path
  query?: Query
  body?: Body
  /** The shape of `data` in the reply. */
  reply: Reply
  /** The shape of what stands beside `data`, where the specification wants something there. */
  beside?: Beside
}

/** What a caller passes. */
export type InputOf<C> = (C extends { params: infer P extends z.ZodType } ? { params: z.input<P> } : unknown) &
  (C extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) &
  (C extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown)

/** What a handler receives, checked. */
export type CheckedInputOf<C> = {
  params: C extends { params: infer P extends z.ZodType } ? z.output<P> : undefined
  query: C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
  body: C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
}

export type ReplyOf<C> = C extends { reply: infer R extends z.ZodType } ? z.output<R> : never
export type BesideOf<C> = C extends { beside: infer B extends z.ZodType } ? z.output<B> : unknown

/** Keeps the exact types of a call's parts. */
export const call = <const C extends Call>(definition: C): C => definition
