import { z } from 'zod'
import { call } from '../call.ts'
import {
  INBOX_MAX,
  inboxCounts,
  inboxMessage,
  MESSAGE_TEXT_MAX_LENGTH,
  MESSAGE_TITLE_MAX_LENGTH,
  messageAudience,
  userMessage,
} from '../entities/user-message.ts'
import { idParams, pageOf, pageQuery } from '../reply.ts'
import { RATE_LIMITS } from './rate-limits.ts'

export const userMessages = {
  list: call({
    method: 'GET',
    path: '/api/message/',
    access: 'admin',
    right: 'messages',
    summary: 'Messages to users, newest first, with how many mails have gone out',
    query: pageQuery,
    reply: pageOf(userMessage),
  }),
  write: call({
    method: 'POST',
    path: '/api/message/',
    access: 'admin',
    right: 'messages',
    confirm: true,
    summary: 'Write to all users, to groups, roles or chosen users: in the console, by mail, or both',
    body: z.object({
      title: z.string().trim().min(1).max(MESSAGE_TITLE_MAX_LENGTH),
      /** Markdown without HTML. */
      text: z.string().trim().min(1).max(MESSAGE_TEXT_MAX_LENGTH),
      audience: messageAudience,
      by_mail: z.boolean(),
      in_console: z.boolean(),
      /** Unix seconds; 0: now. */
      send_at: z.number().int().min(0).default(0),
      /** From its sending on, in the console; mails that have not gone out by then do not. */
      days: z.number().int().min(1).max(365).default(30),
    }),
    reply: userMessage,
  }),
  recall: call({
    method: 'DELETE',
    path: '/api/message/{id}',
    access: 'admin',
    right: 'messages',
    summary: 'Recall a message: it disappears from the console, and no more mails go out',
    params: idParams,
    reply: userMessage,
  }),
  inbox: call({
    method: 'GET',
    path: '/api/message/inbox',
    access: 'user',
    summary:
      'The newest messages to the caller. Their numbers are in `GET /api/user/self`, so that nobody needs to ask',
    reply: z.array(inboxMessage),
  }),
  markRead: call({
    method: 'POST',
    path: '/api/message/inbox/read',
    access: 'user',
    summary: 'Mark messages to the caller as read. Answers what is left',
    body: z.object({ ids: z.array(z.number().int().positive()).max(INBOX_MAX) }),
    reply: inboxCounts,
  }),
  mails: call({
    method: 'GET',
    path: '/api/message/mails',
    access: 'user',
    summary: 'Whether messages are mailed to the caller. Codes, password resets and warnings always are',
    reply: z.boolean(),
  }),
  setMails: call({
    method: 'PUT',
    path: '/api/message/mails',
    access: 'user',
    summary: 'Choose whether messages are mailed to the caller',
    body: z.object({ wanted: z.boolean() }),
    reply: z.boolean(),
  }),
  unsubscribe: call({
    method: 'POST',
    path: '/api/message/unsubscribe/{token}',
    access: 'public',
    summary: 'End the mailed messages to the user named by the link of such a mail, as mail programs do in one click',
    rateLimit: RATE_LIMITS.unsubscribe,
    params: z.object({ token: z.string().max(200) }),
    reply: z.null(),
  }),
}
