import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs'
import { writeBodies } from './bodies.ts'

/** What scenarios run against, all on the loopback address. It ends with the script. */
export interface Stage {
  /** Holds the compiled tools, the bodies and what the parts write. */
  folder: string
  /** A part by its name, started when it is first asked for. */
  part<Part>(name: string, start: () => Promise<Part>): Promise<Part>
}

export function setStage(): Stage {
  const folder = temporaryFolder('bench')
  writeBodies(folder)
  const parts = new Map<string, Promise<unknown>>()
  return {
    folder,
    part<Part>(name: string, start: () => Promise<Part>) {
      const part = parts.get(name) ?? start()
      parts.set(name, part)
      return part as Promise<Part> // a name belongs to one kind of part
    },
  }
}
