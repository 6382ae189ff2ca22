import { agents } from './agents.ts'
import { chats } from './chats.ts'
import type { ClientGuide } from './client-guide.ts'
import { editors } from './editors.ts'
import { libraries } from './libraries.ts'

export type { ClientGuide, ClientNote, ClientSetting } from './client-guide.ts'
export { type ClientPlace, fillSetting } from './fill-setting.ts'
export { modelSamples, samplesOf } from './model-samples.ts'

/** Every client with known settings, in display order. */
export const clientGuides: readonly ClientGuide[] = [...agents, ...editors, ...chats, ...libraries]
