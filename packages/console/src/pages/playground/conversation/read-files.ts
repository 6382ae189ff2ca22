import { FILE_TYPES, IMAGE_TYPES, LIMITS } from './limits.ts'
import type { Part } from './types.ts'

/** Why a file is refused. */
export type FileProblem = 'tooLarge' | 'unknownType' | 'tooMany'

/** Reads files the user chose, pasted or dropped. Refused ones come back with the reason. */
export async function readFiles(files: File[], already: number) {
  const taken: Part[] = []
  const refused: { name: string; problem: FileProblem }[] = []
  for (const file of files) {
    const part = already + taken.length < LIMITS.attachments ? await readOne(file) : 'tooMany'
    if (typeof part === 'string') refused.push({ name: file.name, problem: part })
    else taken.push(part)
  }
  return { taken, refused }
}

async function readOne(file: File): Promise<Part | FileProblem> {
  const { name, type: mime } = file
  const isImage = (IMAGE_TYPES as readonly string[]).includes(mime)
  if (isImage || (FILE_TYPES as readonly string[]).includes(mime)) {
    if (file.size > LIMITS.attachmentBytes) return 'tooLarge'
    return { kind: isImage ? 'image' : 'file', name, mime, data: await base64Of(file) }
  }
  // Other images, sounds and archives are not text.
  if (/^(?:image|audio|video|font)\//.test(mime)) return 'unknownType'
  if (file.size > LIMITS.textFileBytes) return 'tooLarge'
  try {
    return { kind: 'text', name, text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) }
  } catch {
    return 'unknownType'
  }
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    // A `data:` address, whose content follows the comma.
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.readAsDataURL(file)
  })
