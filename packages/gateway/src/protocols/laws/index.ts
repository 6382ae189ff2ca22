/** Exported to check the laws on exchanges through a running gateway. */
export type { Answer, AnswerEvent } from '../../canonical/answer.ts'
export { gather } from '../../canonical/gather.ts'
export { eventStream } from '../../stage/event-stream-fixture.ts'
export { answerEssence, type Essence, excuses, requestEssence, undeclared } from './essence.ts'
export { type RecordingFile, readRecordingFiles } from './recording-files.ts'
export { type Recording, readRecordings } from './recordings.ts'
export { context, readChunks, readRecording, streamText } from './run.ts'
