import { z } from 'zod'
import { call } from '../call.ts'
import { user } from '../entities/user.ts'

export const users = {
  login: call({
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    summary: 'Sign in with a name or e-mail address and a password',
    query: z.object({ turnstile: z.string().optional() }),
    body: z.object({ username: z.string().max(254), password: z.string().max(1024) }),
    reply: user,
  }),
  logout: call({
    method: 'GET',
    path: '/api/user/logout',
    access: 'public',
    summary: 'End the session',
    reply: z.null(),
  }),
  self: call({
    method: 'GET',
    path: '/api/user/self',
    access: 'user',
    summary: 'The caller’s own record',
    reply: user,
  }),
  models: call({
    method: 'GET',
    path: '/api/user/models',
    access: 'user',
    summary: 'Names of the models the caller may use, over all usable groups',
    reply: z.array(z.string()),
  }),
  groups: call({
    method: 'GET',
    path: '/api/user/self/groups',
    access: 'user',
    summary: 'The groups the caller may use, each with its ratio and description',
    reply: z.record(z.string(), z.object({ ratio: z.number(), desc: z.string() })),
  }),
}
