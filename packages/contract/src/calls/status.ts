import { z } from 'zod'
import { call } from '../call.ts'

export const status = {
  get: call({
    method: 'GET',
    path: '/api/status',
    access: 'public',
    summary: 'What the console needs to know before anybody signs in',
    reply: z.looseObject({
      version: z.string(),
      start_time: z.number().int(),
      setup: z.boolean(),
      system_name: z.string(),
      quota_per_unit: z.number(),
      display_in_currency: z.boolean(),
    }),
  }),
  groups: call({
    method: 'GET',
    path: '/api/group/',
    access: 'admin',
    summary: 'Names of all groups',
    reply: z.array(z.string()),
  }),
  models: call({
    method: 'GET',
    path: '/api/models',
    access: 'user',
    summary: 'Channel type to the model names known for it',
    reply: z.record(z.string(), z.array(z.string())),
  }),
  notice: call({
    method: 'GET',
    path: '/api/notice',
    access: 'public',
    summary: 'The notice, Markdown or HTML',
    reply: z.string(),
  }),
  about: call({
    method: 'GET',
    path: '/api/about',
    access: 'public',
    summary: 'The about page, Markdown, HTML or an address',
    reply: z.string(),
  }),
  home: call({
    method: 'GET',
    path: '/api/home_page_content',
    access: 'public',
    summary: 'The home page, Markdown, HTML or an address; empty: the built-in one',
    reply: z.string(),
  }),
}
