/** Some browsers read the address only some time after the click. */
const READ_WITHIN_MS = 10_000

/** Has the browser save a text as a file. */
export function downloadText(fileName: string, text: string): void {
  saveAs(fileName, new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }))
}

/** Has the browser save fetched content as a file. */
export function saveAs(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  // characters that no file system allows in a name
  link.download = fileName.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS)
}
