export { asksForKey, type ChatPlace, fillChatTemplate, showsKeyToServer, templateOfLink } from './fill.ts'
export { type ChatTarget, chatTarget } from './target.ts'
