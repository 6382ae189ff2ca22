import { taskHost } from './task-host.ts'

/** Suno, by a third-party proxy. https://github.com/Suno-API/Suno-API */
export const suno = taskHost({
  type: 36,
  id: 'suno',
  name: 'Suno',
  color: 'purple',
  modelNames: ['suno_music', 'suno_lyrics'],
})
